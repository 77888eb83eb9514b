package dev.sluice.local.chaos;

import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** The faults that happen to the parts. */
enum Fault {
  RELAY_KILLED("relay killed"),
  RELAY_FROZEN("relay frozen until another has its lease, and woken"),
  RELAY_CUT_OFF("relay cut off from PostgreSQL; what it said arrives when another has its lease"),
  RELAY_SUCCEEDED("relay asked by its successor for its shards"),
  RELAY_OUT_OF_TIME("relay killed at its time-out, which its clock puts off"),
  DATABASE_KILLED("PostgreSQL killed"),
  DATABASE_RESTARTED("PostgreSQL restarted"),
  DATABASE_CUT("connections to PostgreSQL cut"),
  DATABASE_SLOW("connections to PostgreSQL slow"),
  BROKER_KILLED("broker killed"),
  BROKER_RESTARTED("broker restarted"),
  BROKER_CUT("connections to the broker cut"),
  BROKER_SLOW("connections to the broker slow"),
  REDRIVE("dead events redriven");

  /** In proportion: servers seldom, for all that they do is wait while one is away. */
  static final List<Fault> DECK =
      Stream.of(
              Collections.nCopies(28, RELAY_KILLED),
              Collections.nCopies(3, RELAY_FROZEN),
              Collections.nCopies(3, RELAY_CUT_OFF),
              Collections.nCopies(3, RELAY_SUCCEEDED),
              Collections.nCopies(3, DATABASE_CUT),
              Collections.nCopies(3, BROKER_CUT),
              Collections.nCopies(2, REDRIVE),
              List.of(DATABASE_KILLED, DATABASE_RESTARTED, DATABASE_SLOW),
              List.of(BROKER_KILLED, BROKER_RESTARTED, BROKER_SLOW))
          .flatMap(List::stream)
          .toList();

  private final String text;

  Fault(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  /** Whether it comes by itself, of what happened before. */
  boolean follows() {
    return this == RELAY_OUT_OF_TIME;
  }

  /** Whether a process goes on with what it had in memory when another took over. */
  boolean leavesZombie() {
    return this == RELAY_FROZEN || this == RELAY_CUT_OFF;
  }

  boolean kills() {
    return this == RELAY_KILLED || this == DATABASE_KILLED || this == BROKER_KILLED;
  }
}
