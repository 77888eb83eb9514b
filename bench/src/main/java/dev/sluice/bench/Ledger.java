package dev.sluice.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Where events are: how many the broker has been given, how many are still owed, how many are
 * written down as delivered.
 */
record Ledger(long delivered, long owed, long kept) {

  static final Ledger DELIVERED = new Ledger(1, 0, 1);

  /** Of no table. */
  static final Ledger SENT = new Ledger(1, 0, 0);

  static final Ledger UNTOUCHED = new Ledger(0, 1, 0);

  Ledger times(long events) {
    return new Ledger(delivered * events, owed * events, kept * events);
  }

  Ledger since(Ledger before) {
    return new Ledger(delivered - before.delivered, owed, kept);
  }

  /** How this differs from what it should be; empty if every event is accounted for. */
  List<String> faults(Ledger expected) {
    List<String> faults = new ArrayList<>();
    compare("at the broker", delivered, expected.delivered, faults);
    compare("still owed", owed, expected.owed, faults);
    compare("written down as delivered", kept, expected.kept, faults);
    return faults;
  }

  private static void compare(String place, long actual, long expected, List<String> faults) {
    if (actual != expected) {
      faults.add(actual + " events " + place + " instead of " + expected);
    }
  }
}
