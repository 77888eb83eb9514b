package dev.sluice.relay.log;

import java.io.IOException;
import java.sql.SQLException;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;

/** The rows of a COPY in PostgreSQL's binary format. */
final class CopyRows {

  private static final int HEADER = 19;
  private static final int END = -1;
  private static final String COPY = "COPY (%s) TO STDOUT (FORMAT binary)";

  private CopyRows() {}

  @FunctionalInterface
  interface RowHandler {
    void accept(BinaryRow row) throws IOException;
  }

  static void read(PGConnection connection, String query, RowHandler handler)
      throws SQLException, IOException {
    CopyOut rows = connection.getCopyAPI().copyOut(COPY.formatted(query));
    try {
      int offset = HEADER; // the header comes with the first row
      for (byte[] bytes = rows.readFromCopy(); bytes != null; bytes = rows.readFromCopy()) {
        if (bytes.length > offset) {
          BinaryRow row = new BinaryRow(bytes, offset);
          if (row.fields() != END) {
            handler.accept(row);
          }
        }
        offset = 0;
      }
    } finally {
      if (rows.isActive()) {
        rows.cancelCopy();
      }
    }
  }
}
