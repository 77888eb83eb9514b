package dev.sluice.emulators;

import java.util.List;

/**
 * One request as it arrived.
 *
 * @param action such as PublishBatch
 * @param target topic ARN, queue URL or bus name; of PutEvents the first entry's
 * @param number counts the calls of this action, from 1
 * @param entries empty unless the action publishes
 */
public record StandInCall(String action, String target, long number, List<StandInEntry> entries) {

  public StandInCall {
    entries = List.copyOf(entries);
  }

  StandInCall numbered(long number) {
    return new StandInCall(action, target, number, entries);
  }
}
