package dev.sluice.relay.lane;

import dev.sluice.relay.testing.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Some transactions at a time, which append, roll back to savepoints, commit late, abort, are
 * prepared, and use numbers that were drawn before they began. Keeps account of what must be
 * delivered, and after what.
 */
final class RandomApplication implements AutoCloseable {

  private static final int CONNECTIONS = 5;
  private static final int KEYS = 3;
  private static final String DRAW = "SELECT nextval('outbox.event_seq_seq')";
  private static final String APPEND =
      """
      INSERT INTO outbox.event (stream, event_type, partition_key, payload) VALUES (?, 'T', ?, '{}') RETURNING seq
      """;
  private static final String APPEND_DRAWN =
      """
      INSERT INTO outbox.event (seq, stream, event_type, partition_key, payload)
      VALUES (?, ?, 'T', ?, '{}') RETURNING seq
      """;

  /**
   * An event that was appended.
   *
   * @param before those of its key that it could see, unless its number was drawn earlier
   */
  record Appended(long seq, EventKey key, List<Long> before) {}

  private static final class Transaction {
    final Connection connection;
    List<Appended> appended = new ArrayList<>();

    Transaction(Connection connection) {
      this.connection = connection;
    }
  }

  private record Prepared(String name, List<Appended> appended) {}

  private final TestDatabase database;
  private final Random random;
  private final List<String> streams;
  private final Deque<Connection> idle = new ArrayDeque<>();
  private final List<Transaction> open = new ArrayList<>();
  private final List<Prepared> prepared = new ArrayList<>();
  private final Deque<Long> drawn = new ArrayDeque<>();
  private final Map<Long, Appended> committed = new HashMap<>();
  private int number;

  RandomApplication(TestDatabase database, Random random, List<String> streams)
      throws SQLException {
    this.database = database;
    this.random = random;
    this.streams = streams;
    for (int i = 0; i < CONNECTIONS; i++) {
      Connection connection = database.connect("postgres");
      connection.setAutoCommit(false);
      idle.add(connection);
    }
  }

  void step() throws SQLException {
    int choice = random.nextInt(100);
    if (choice < 6) {
      draw();
    } else if (open.isEmpty() || (choice < 25 && !idle.isEmpty())) {
      begin();
    } else if (choice < 60) {
      append(any(), choice < 35);
    } else if (choice < 66) {
      appendInVain(any());
    } else if (choice < 90) {
      commit(take());
    } else if (choice < 94) {
      prepare(take());
    } else if (choice < 97) {
      abort(take());
    } else if (!prepared.isEmpty()) {
      finish(prepared.remove(random.nextInt(prepared.size())));
    }
  }

  /** On a connection of its own: the number exists before any transaction that uses it. */
  private void draw() throws SQLException {
    if (!idle.isEmpty()) {
      Connection connection = idle.peek();
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery(DRAW)) {
        row.next();
        drawn.add(row.getLong(1));
      }
      connection.rollback();
    }
  }

  private void begin() throws SQLException {
    if (!idle.isEmpty()) {
      Transaction transaction = new Transaction(idle.remove());
      open.add(transaction);
      if (random.nextBoolean()) {
        execute(transaction.connection, "SELECT pg_current_xact_id()");
      }
    }
  }

  private Transaction any() {
    return open.get(random.nextInt(open.size()));
  }

  private Transaction take() {
    return open.remove(random.nextInt(open.size()));
  }

  private void append(Transaction transaction, boolean withDrawn) throws SQLException {
    EventKey key =
        new EventKey(streams.get(random.nextInt(streams.size())), "key-" + random.nextInt(KEYS));
    boolean old = withDrawn && !drawn.isEmpty();
    List<Long> before = new ArrayList<>();
    if (!old) {
      committed.values().stream()
          .filter(event -> event.key.equals(key))
          .forEach(event -> before.add(event.seq));
      transaction.appended.stream()
          .filter(event -> event.key.equals(key))
          .forEach(event -> before.add(event.seq));
    }
    try (PreparedStatement append =
        transaction.connection.prepareStatement(old ? APPEND_DRAWN : APPEND)) {
      int i = 1;
      if (old) {
        append.setLong(i++, drawn.remove());
      }
      append.setString(i++, key.stream());
      append.setString(i, key.key());
      try (ResultSet row = append.executeQuery()) {
        row.next();
        transaction.appended.add(new Appended(row.getLong(1), key, before));
      }
    }
  }

  /** A subtransaction of which nothing may stay, while its transaction goes on. */
  private void appendInVain(Transaction transaction) throws SQLException {
    List<Appended> kept = List.copyOf(transaction.appended);
    execute(transaction.connection, "SAVEPOINT vain");
    append(transaction, false);
    boolean undo = random.nextBoolean();
    execute(transaction.connection, undo ? "ROLLBACK TO SAVEPOINT vain" : "RELEASE SAVEPOINT vain");
    if (undo) {
      transaction.appended = new ArrayList<>(kept);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void commit(Transaction transaction) throws SQLException {
    transaction.connection.commit();
    idle.add(transaction.connection);
    add(transaction.appended);
  }

  private void abort(Transaction transaction) throws SQLException {
    transaction.connection.rollback();
    idle.add(transaction.connection);
  }

  private void prepare(Transaction transaction) throws SQLException {
    String name = database.name() + "_" + ++number;
    execute(transaction.connection, "PREPARE TRANSACTION '" + name + "'");
    transaction.connection.rollback();
    idle.add(transaction.connection);
    prepared.add(new Prepared(name, transaction.appended));
  }

  private void finish(Prepared transaction) {
    boolean keep = random.nextInt(4) > 0;
    database.execute((keep ? "COMMIT" : "ROLLBACK") + " PREPARED '" + transaction.name + "'");
    if (keep) {
      add(transaction.appended);
    }
  }

  private void add(List<Appended> appended) {
    appended.forEach(event -> committed.put(event.seq, event));
  }

  /** Commits what is open. */
  Map<Long, Appended> end() throws SQLException {
    while (!open.isEmpty()) {
      commit(take());
    }
    while (!prepared.isEmpty()) {
      finish(prepared.removeFirst());
    }
    return committed;
  }

  @Override
  public void close() throws SQLException {
    for (Connection connection : idle) {
      connection.close();
    }
    for (Transaction transaction : open) {
      transaction.connection.close();
    }
    prepared.forEach(left -> database.execute("ROLLBACK PREPARED '" + left.name + "'"));
  }
}
