package dev.sluice.relay.postgres;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Binds array literals one after the other; each placeholder is cast to its array's type. */
final class Arrays {

  private final PreparedStatement statement;
  private int index;

  Arrays(PreparedStatement statement) {
    this.statement = statement;
  }

  /**
   * Of no declared type, so that the placeholder's cast gives the type and the server parses the
   * array once; as text it would be cast for every row.
   */
  Arrays add(@Nullable String literal) throws SQLException {
    statement.setObject(++index, literal, Types.OTHER);
    return this;
  }

  Arrays add(long number) throws SQLException {
    statement.setLong(++index, number);
    return this;
  }

  Arrays add(boolean value) throws SQLException {
    statement.setBoolean(++index, value);
    return this;
  }

  /** Numbers, booleans and UUIDs, which need no quotes. */
  static String plain(Collection<?> values) {
    return values.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
  }

  static String texts(Collection<String> values) {
    StringBuilder literal = new StringBuilder(values.size() * 16 + 2).append('{');
    for (String value : values) {
      literal.append(literal.length() == 1 ? "\"" : ",\"");
      for (int i = 0; i < value.length(); i++) {
        char c = value.charAt(i);
        switch (c) {
          case '"', '\\' -> literal.append('\\').append(c);
          case '\0' -> literal.append(' '); // PostgreSQL's text has no such character
          default -> literal.append(c);
        }
      }
      literal.append('"');
    }
    return literal.append('}').toString();
  }
}
