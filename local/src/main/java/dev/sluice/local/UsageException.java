package dev.sluice.local;

/** A command line that says what cannot be done; the message is for the person who wrote it. */
public final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public UsageException(String message) {
    super(message);
  }
}
