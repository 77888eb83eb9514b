package dev.sluice.emulators;

import java.util.Map;

/** What an entry says, decoded from the request on demand. */
interface StandInContent {

  String body();

  default Map<String, String> attributes() {
    return Map.of();
  }

  default Map<String, String> systemAttributes() {
    return Map.of();
  }

  default StandInEvent event() {
    throw new IllegalStateException("only an entry of PutEvents is an event");
  }
}
