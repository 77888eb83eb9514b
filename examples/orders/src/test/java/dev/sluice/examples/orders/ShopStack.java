package dev.sluice.examples.orders;

import dev.sluice.local.LocalPostgres;
import dev.sluice.local.LocalServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

/**
 * PostgreSQL with Sluice's schema and the shop's, and Kafka: what {@code ./sluice local} starts.
 */
@TestConfiguration(proxyBeanMethods = false)
class ShopStack {

  @Bean(destroyMethod = "close")
  LocalServices stack() throws SQLException, IOException {
    LocalServices stack = LocalServices.start(Map.of(), line -> {});
    try (Connection owner = stack.postgres().connect(LocalPostgres.ADMIN);
        Statement statement = owner.createStatement()) {
      statement.execute(Files.readString(Path.of("schema.sql")));
    }
    return stack;
  }

  /** Goes before what application.properties says. */
  @Bean
  JdbcConnectionDetails database(LocalServices stack) {
    return new JdbcConnectionDetails() {
      @Override
      public String getJdbcUrl() {
        return stack.postgres().jdbcUrl();
      }

      @Override
      public String getUsername() {
        return "shop";
      }

      @Override
      public String getPassword() {
        return "";
      }
    };
  }

  /** The rows' only column, as a role of the outbox sees them: the service itself may not. */
  static List<String> read(LocalServices stack, String user, String sql) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Connection connection = stack.postgres().connect(user);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }
}
