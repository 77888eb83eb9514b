package dev.sluice.bench;

/** A command line that says what cannot be done; the message is for the person who wrote it. */
final class UsageException extends RuntimeException {

  private static final long serialVersionUID = 1;

  UsageException(String message) {
    super(message);
  }
}
