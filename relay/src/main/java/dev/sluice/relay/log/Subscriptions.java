package dev.sluice.relay.log;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The subscriptions that the database knows, also those that no route names any more. */
public final class Subscriptions {

  private static final String NAMES =
      "SELECT DISTINCT s.name FROM outbox.subscription s ORDER BY s.name";

  private static final String FORGET = "SELECT outbox.forget(?, ?, ?)";

  private Subscriptions() {}

  /** Everything that is owed is owed to one of them. */
  public static List<String> names(Session session) {
    return session.perform(Subscriptions::names);
  }

  private static List<String> names(Connection connection) throws SQLException {
    List<String> names = new ArrayList<>();
    try (PreparedStatement ask = connection.prepareStatement(NAMES);
        ResultSet rows = ask.executeQuery()) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }

  /** Gives up what is owed to it, and answers how many events were held. */
  public static long forget(Session session, String name, String actor, String reason) {
    return session.transact(
        connection -> {
          try (PreparedStatement forget = connection.prepareStatement(FORGET)) {
            forget.setString(1, name);
            forget.setString(2, actor);
            forget.setString(3, reason);
            try (ResultSet row = forget.executeQuery()) {
              row.next();
              return row.getLong(1);
            }
          }
        });
  }
}
