package dev.sluice.writer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/**
 * Appends events in the caller's transaction, so that an event exists if and only if the data it
 * speaks of does. Never commits, rolls back or closes; immutable and safe to share.
 */
public final class Outbox {

  /** 256 KiB, as much as every destination carries; headers and attributes come on top. */
  public static final int DEFAULT_MAX_PAYLOAD_BYTES = 262_144;

  private final int maxPayloadBytes;
  private final boolean strictOrder;
  private final boolean requireTransaction;

  private Outbox(Builder builder) {
    maxPayloadBytes = builder.maxPayloadBytes;
    strictOrder = builder.strictOrder;
    requireTransaction = builder.requireTransaction;
  }

  public static Outbox create() {
    return builder().build();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** Appends one event; an id that is still in the outbox is a no-op. Returns the event's id. */
  public UUID append(Connection connection, OutboxEvent event) throws SQLException {
    return append(connection, List.of(event)).get(0);
  }

  /**
   * Appends the events in the list's order, in one round trip (one for every 16 MiB). Returns their
   * ids in the same order. Nothing reaches the database unless all of them can be delivered.
   */
  public List<UUID> append(Connection connection, List<OutboxEvent> events) throws SQLException {
    List<OutboxEvent> batch = List.copyOf(events);
    batch.forEach(this::refuseOversized);
    if (batch.isEmpty()) {
      return List.of();
    }
    if (requireTransaction && connection.getAutoCommit()) {
      throw NoTransactionException.forAppend();
    }
    if (strictOrder) {
      KeyLocks.lock(connection, batch);
    }
    for (List<OutboxEvent> portion : Portions.of(batch, Portions.MAX_BYTES)) {
      AppendStatement.append(connection, portion);
    }
    return batch.stream().map(OutboxEvent::id).toList();
  }

  private void refuseOversized(OutboxEvent event) {
    int bytes = event.payload().size();
    if (bytes > maxPayloadBytes) {
      throw event
          .label()
          .refuse(
              "payload",
              "has " + bytes + " bytes, the limit is " + maxPayloadBytes,
              "store the data elsewhere and send a reference, or raise maxPayloadBytes if every"
                  + " destination of the stream carries more");
    }
  }

  /** How this application writes; the defaults are what most need. */
  public static final class Builder {

    private int maxPayloadBytes = DEFAULT_MAX_PAYLOAD_BYTES;
    private boolean strictOrder;
    private boolean requireTransaction = true;

    private Builder() {}

    /** The largest payload in bytes (JSON in UTF-8) that is accepted. */
    public Builder maxPayloadBytes(int bytes) {
      if (bytes < 1) {
        throw new IllegalArgumentException("maxPayloadBytes is " + bytes + "; it must be positive");
      }
      maxPayloadBytes = bytes;
      return this;
    }

    /**
     * Makes the order within a key the order of commits, at the price that transactions which
     * append to the same key wait for one another. Without it, of two concurrent transactions that
     * nothing else serializes, the one that appended first may commit and be delivered last. A
     * batch locks its keys in one global order; several appends in one transaction do not, so keep
     * to one append a transaction, or be ready to retry a deadlock (SQLSTATE 40P01).
     */
    public Builder strictOrder(boolean strict) {
      strictOrder = strict;
      return this;
    }

    /**
     * Refuses a connection in autocommit mode (default). If off, an event appended in autocommit
     * mode is a transaction of its own and says nothing about the data.
     */
    public Builder requireTransaction(boolean require) {
      requireTransaction = require;
      return this;
    }

    public Outbox build() {
      return new Outbox(this);
    }
  }
}
