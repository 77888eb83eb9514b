package dev.sluice.emulators;

import java.util.Arrays;

/** The bytes that leave the stand-in, and whether the connection stays open behind them. */
record StandInReply(byte[] bytes, boolean open) {

  static StandInReply whole(StandInResponse response) {
    return new StandInReply(response.bytes(), true);
  }

  static StandInReply last(StandInResponse response) {
    return new StandInReply(response.bytes(), false);
  }

  static StandInReply nothing() {
    return new StandInReply(new byte[0], false);
  }

  static StandInReply cutOff(StandInResponse response) {
    byte[] all = response.bytes();
    int missing = (response.body().length + 1) / 2;
    return new StandInReply(Arrays.copyOf(all, all.length - missing), false);
  }
}
