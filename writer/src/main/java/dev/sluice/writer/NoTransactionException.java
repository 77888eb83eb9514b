package dev.sluice.writer;

/** The connection is in autocommit mode, so that there is no transaction to be part of. */
public final class NoTransactionException extends IllegalStateException {

  private static final long serialVersionUID = 1L;

  private NoTransactionException(String message) {
    super(message);
  }

  static NoTransactionException forAppend() {
    return new NoTransactionException(
        "The connection is in autocommit mode: the event would outlive a rollback of the data it"
            + " speaks of. Call setAutoCommit(false) first, or build the"
            + " Outbox with requireTransaction(false).");
  }

  static NoTransactionException forInbox() {
    return new NoTransactionException(
        "The connection is in autocommit mode: the event would stay marked as handled even if"
            + " handling it fails. Call setAutoCommit(false) first.");
  }
}
