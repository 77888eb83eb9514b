package dev.sluice.writer;

import java.util.UUID;

/** What an event is called in messages and logs. */
record EventLabel(UUID id, String stream, String eventType) {

  private static final int LONGEST_NAME = 100;

  UndeliverableEventException refuse(String field, String problem, String fix) {
    return new UndeliverableEventException(this, field, problem, fix);
  }

  @Override
  public String toString() {
    return "event " + id + " (" + printable(stream) + "/" + printable(eventType) + ")";
  }

  /** A name may be refused for the very characters that would spoil a line of a log. */
  private static String printable(String name) {
    String start = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) + "..." : name;
    return start.replaceAll("[\\p{Cc}\\p{Cs}\\u2028\\u2029]", "?");
  }
}
