package dev.sluice.relay.ops.move;

import dev.sluice.relay.ops.move.NamedStatement.Rows;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Looking before anything is moved may take so long, and no longer. */
final class Patience {

  private static final int SECONDS = 10;
  private static final String CANCELED = "57014";

  private Patience() {}

  /** Null if it took too long. */
  static <T> @Nullable T within(NamedStatement statement, Rows<T> rows) throws SQLException {
    try {
      return statement.within(SECONDS).query(rows);
    } catch (SQLException e) {
      if (CANCELED.equals(e.getSQLState())) {
        return null;
      }
      throw e;
    }
  }
}
