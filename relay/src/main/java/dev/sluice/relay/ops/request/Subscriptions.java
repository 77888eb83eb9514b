package dev.sluice.relay.ops.request;

import dev.sluice.relay.config.OpsConfig;
import dev.sluice.relay.config.Subscription;
import dev.sluice.relay.log.Session;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The subscriptions of an outbox, also those that no route names any more. */
public final class Subscriptions {

  private static final String NAMES =
      "SELECT DISTINCT s.name FROM outbox.subscription s ORDER BY s.name";

  private static final String FORGET = "SELECT outbox.forget(?, ?, ?)";

  private final Session session;
  private final OpsConfig config;

  public Subscriptions(Session session, OpsConfig config) {
    this.session = session;
    this.config = config;
  }

  /** Everything that is owed is owed to one of them. */
  public static List<String> names(Session session) {
    return session.perform(Subscriptions::read);
  }

  private static List<String> read(Connection connection) throws SQLException {
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
  public long forget(String name, String actor, String reason) {
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

  /**
   * The one that is meant.
   *
   * @param asked by the request; null where there is only one
   */
  public String chosen(String action, @Nullable String asked) {
    if (asked == null) {
      List<String> routed = config.subscriptionNames();
      if (routed.size() > 1) {
        throw new RefusedException(
            action, List.of("'subscription' is missing; choose one of " + routed));
      }
      return routed.isEmpty() ? Subscription.MAIN : routed.getFirst();
    }
    List<String> names = names(session);
    if (!names.contains(asked)) {
      throw new RefusedException(
          action, List.of("'subscription' is %s; it must be one of %s".formatted(asked, names)));
    }
    return asked;
  }
}
