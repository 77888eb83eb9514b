package dev.sluice.relay.ops.move;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A statement whose parameters have names, such as {@code :stream}; each may stand often. */
final class NamedStatement implements AutoCloseable {

  /** Neither a cast nor a class of characters. */
  private static final Pattern NAME = Pattern.compile("(?<![:\\w\\[]):([a-z]+)");

  private final Connection connection;
  private final PreparedStatement statement;
  private final List<String> names = new ArrayList<>();

  NamedStatement(Connection connection, String sql) throws SQLException {
    this.connection = connection;
    Matcher matcher = NAME.matcher(sql);
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    this.statement = connection.prepareStatement(matcher.replaceAll("?"));
  }

  NamedStatement set(String name, @Nullable Object value) throws SQLException {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equals(name)) {
        set(i + 1, value);
      }
    }
    return this;
  }

  private void set(int index, @Nullable Object value) throws SQLException {
    switch (value) {
      case null -> statement.setNull(index, Types.VARCHAR);
      case Instant instant -> statement.setObject(index, instant.atOffset(ZoneOffset.UTC));
      default -> statement.setObject(index, value);
    }
  }

  NamedStatement setTexts(String name, Collection<String> values) throws SQLException {
    return setArray(name, "text", values);
  }

  NamedStatement setIds(String name, Collection<UUID> values) throws SQLException {
    return setArray(name, "uuid", values);
  }

  NamedStatement setNumbers(String name, Collection<Long> values) throws SQLException {
    return setArray(name, "int8", values);
  }

  private NamedStatement setArray(String name, String type, Collection<?> values)
      throws SQLException {
    return set(name, connection.createArrayOf(type, values.toArray()));
  }

  @FunctionalInterface
  interface Rows<T> {
    T read(ResultSet rows) throws SQLException;
  }

  <T> T query(Rows<T> rows) throws SQLException {
    try (ResultSet result = statement.executeQuery()) {
      return rows.read(result);
    }
  }

  /** Ends with SQLSTATE 57014 when it takes longer. */
  NamedStatement within(int seconds) throws SQLException {
    statement.setQueryTimeout(seconds);
    return this;
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
