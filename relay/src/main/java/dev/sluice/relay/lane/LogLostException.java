package dev.sluice.relay.lane;

/** The database cannot be reached at present; nothing was decided. */
public final class LogLostException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public LogLostException(String message, Throwable cause) {
    super(message, cause);
  }
}
