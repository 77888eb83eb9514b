package dev.sluice.relay;

/** The database is out of reach for now; nothing is known of the statement that was under way. */
public final class OutboxLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public OutboxLostException(String message, Throwable cause) {
    super(message, cause);
  }
}
