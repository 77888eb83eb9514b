package dev.sluice.cdk.deployed;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.emulators.Planted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** An application that appends by SQL and has no more rights than it needs. */
record ShopEvents(ShopDatabase database) {

  private static final String APPEND =
      "SELECT outbox.append(?, 'Happened', ?::json, aggregate_type => 'Thing', aggregate_id => ?)";

  /** The first step of each, then the second of each, in transactions of their own. */
  void appendInterleaved(String stream, int things, int steps) {
    for (int step = 0; step < steps; step++) {
      for (int thing = 0; thing < things; thing++) {
        append(stream, "thing-" + thing, Map.of("id", thing, "step", step));
      }
    }
  }

  void append(String stream, String key, Map<String, Object> payload) {
    try (Connection connection = database.application();
        PreparedStatement statement = connection.prepareStatement(APPEND)) {
      statement.setString(1, stream);
      statement.setString(2, JSON.std.asString(withSecret(payload)));
      statement.setString(3, key);
      statement.execute();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Object> withSecret(Map<String, Object> payload) {
    Map<String, Object> all = new HashMap<>(payload);
    all.put("card", Planted.CARD);
    return all;
  }
}
