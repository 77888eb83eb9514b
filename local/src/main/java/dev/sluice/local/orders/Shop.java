package dev.sluice.local.orders;

import dev.sluice.local.LocalPostgres;
import dev.sluice.writer.Outbox;
import dev.sluice.writer.OutboxEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;

/** The application's own data: customers, and the orders that they placed. */
public final class Shop {

  private static final String TABLES =
      """
      CREATE SCHEMA shop;
      CREATE TABLE shop.customer (
        stream text NOT NULL,
        name   text NOT NULL,
        orders bigint NOT NULL,
        PRIMARY KEY (stream, name)
      );
      CREATE TABLE shop.orders (
        event_id uuid PRIMARY KEY,
        customer text NOT NULL,
        number   bigint NOT NULL
      );
      GRANT USAGE ON SCHEMA shop TO %1$s;
      GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA shop TO %1$s
      """
          .formatted(LocalPostgres.APPLICATION);

  /**
   * Locks the row until the transaction ends, so a customer's orders are numbered as they commit.
   */
  private static final String LAST_NUMBER =
      """
      INSERT INTO shop.customer AS known (stream, name, orders) VALUES (?, ?, ?)
      ON CONFLICT (stream, name) DO UPDATE SET orders = known.orders + excluded.orders RETURNING orders
      """;

  private static final String INSERT_ORDERS =
      """
      INSERT INTO shop.orders (event_id, customer, number)
      SELECT o.id, ?, ? + o.number FROM unnest(?::uuid[]) WITH ORDINALITY AS o(id, number)
      """;

  private final LocalPostgres postgres;
  private final Outbox outbox = Outbox.create();

  private Shop(LocalPostgres postgres) {
    this.postgres = postgres;
  }

  public static Shop open(LocalPostgres postgres) throws SQLException {
    try (Connection connection = postgres.connect(LocalPostgres.ADMIN);
        var statement = connection.createStatement()) {
      statement.execute(TABLES);
    }
    return new Shop(postgres);
  }

  Connection connect() throws SQLException {
    Connection connection = postgres.connect(LocalPostgres.APPLICATION);
    connection.setAutoCommit(false);
    return connection;
  }

  /** So many orders and their events, in the caller's transaction. Returns the events' ids. */
  List<String> order(Connection connection, Place place, String customer, int count, String note)
      throws SQLException {
    long last = lastNumber(connection, place, customer, count);
    List<OutboxEvent> events =
        LongStream.rangeClosed(last - count + 1, last)
            .mapToObj(number -> event(place, customer, number, note))
            .toList();
    List<UUID> ids = outbox.append(connection, events);
    try (PreparedStatement insert = connection.prepareStatement(INSERT_ORDERS)) {
      insert.setString(1, customer);
      insert.setLong(2, last - count);
      insert.setArray(3, connection.createArrayOf("uuid", ids.toArray()));
      insert.executeUpdate();
    }
    return ids.stream().map(UUID::toString).toList();
  }

  private static OutboxEvent event(Place place, String customer, long number, String note) {
    return OutboxEvent.of(place.stream(), "OrderPlaced")
        .aggregate("Customer", customer)
        .json("{\"number\": %d, \"note\": \"%s\"}".formatted(number, note))
        .build();
  }

  private static long lastNumber(Connection connection, Place place, String customer, int count)
      throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(LAST_NUMBER)) {
      update.setString(1, place.stream());
      update.setString(2, customer);
      update.setLong(3, count);
      try (ResultSet row = update.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  /** The truth about what was committed. */
  public List<String> committed() throws SQLException {
    try (Connection connection = postgres.connect(LocalPostgres.ADMIN);
        var statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT event_id FROM shop.orders")) {
      List<String> ids = new ArrayList<>();
      while (rows.next()) {
        ids.add(rows.getString(1));
      }
      return ids;
    }
  }
}
