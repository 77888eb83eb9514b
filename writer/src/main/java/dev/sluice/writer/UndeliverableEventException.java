package dev.sluice.writer;

import java.util.UUID;

/**
 * The event can never be delivered, so it was refused before it reached the database; the caller's
 * transaction is untouched. Says what is wrong and how to mend it, never what the payload was.
 */
public final class UndeliverableEventException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final UUID eventId;
  private final String stream;
  private final String eventType;
  private final String field;
  private final String problem;
  private final String fix;

  UndeliverableEventException(EventLabel label, String field, String problem, String fix) {
    super("Refused " + label + ": " + field + " " + problem + "; " + fix + ".");
    eventId = label.id();
    stream = label.stream();
    eventType = label.eventType();
    this.field = field;
    this.problem = problem;
    this.fix = fix;
  }

  public UUID eventId() {
    return eventId;
  }

  public String stream() {
    return stream;
  }

  public String eventType() {
    return eventType;
  }

  public String field() {
    return field;
  }

  public String problem() {
    return problem;
  }

  public String fix() {
    return fix;
  }
}
