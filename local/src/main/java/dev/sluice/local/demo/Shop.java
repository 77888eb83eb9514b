package dev.sluice.local.demo;

import dev.sluice.local.LocalPostgres;
import dev.sluice.writer.Outbox;
import dev.sluice.writer.OutboxEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The application's own data: customers, and the orders that they placed. */
final class Shop {

  static final int CUSTOMERS = 100;

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
  private static final String NEXT_NUMBER =
      """
      INSERT INTO shop.customer AS known (stream, name, orders) VALUES (?, ?, 1)
      ON CONFLICT (stream, name) DO UPDATE SET orders = known.orders + 1 RETURNING orders
      """;

  private static final String INSERT_ORDER =
      "INSERT INTO shop.orders (event_id, customer, number) VALUES (?, ?, ?)";

  private final LocalPostgres postgres;
  private final Outbox outbox = Outbox.create();

  private Shop(LocalPostgres postgres) {
    this.postgres = postgres;
  }

  static Shop open(LocalPostgres postgres) throws SQLException {
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

  /** The order and its event, in the caller's transaction. Returns the event's id. */
  String order(Connection connection, Place place, String customer, String note)
      throws SQLException {
    long number = nextNumber(connection, place, customer);
    OutboxEvent event =
        OutboxEvent.of(place.stream(), "OrderPlaced")
            .aggregate("Customer", customer)
            .json("{\"number\": %d, \"note\": \"%s\"}".formatted(number, note))
            .build();
    outbox.append(connection, event);
    try (PreparedStatement insert = connection.prepareStatement(INSERT_ORDER)) {
      insert.setObject(1, event.id());
      insert.setString(2, customer);
      insert.setLong(3, number);
      insert.executeUpdate();
    }
    return event.id().toString();
  }

  private static long nextNumber(Connection connection, Place place, String customer)
      throws SQLException {
    try (PreparedStatement update = connection.prepareStatement(NEXT_NUMBER)) {
      update.setString(1, place.stream());
      update.setString(2, customer);
      try (ResultSet row = update.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  /** The truth about what was committed. */
  List<String> committed() throws SQLException {
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
