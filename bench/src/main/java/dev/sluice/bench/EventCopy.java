package dev.sluice.bench;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.LongFunction;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** Fills a table with sample events. */
final class EventCopy {

  private static final String COPY =
      """
      COPY %s (id, created_at, stream, event_type, aggregate_type, aggregate_id, partition_key, headers,
        payload) FROM STDIN
      """;
  private static final int CHUNK = 64 * 1024;

  private EventCopy() {}

  static void fill(
      Connection connection, Table table, long events, LongFunction<SampleEvent> sample)
      throws SQLException {
    CopyIn copy =
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn(COPY.formatted(table.qualifiedName()));
    StringBuilder chunk = new StringBuilder(CHUNK + 2_048);
    for (long number = 0; number < events; number++) {
      appendRow(chunk, sample.apply(number));
      if (chunk.length() >= CHUNK) {
        send(copy, chunk);
      }
    }
    send(copy, chunk);
    copy.endCopy();
  }

  /** The samples hold nothing that COPY would have to see escaped. */
  private static void appendRow(StringBuilder chunk, SampleEvent event) {
    String key = event.key();
    chunk
        .append(event.id())
        .append('\t')
        .append(event.createdAt())
        .append('\t')
        .append(SampleEvent.STREAM)
        .append('\t')
        .append(SampleEvent.TYPE)
        .append('\t')
        .append(SampleEvent.AGGREGATE_TYPE)
        .append('\t')
        .append(key)
        .append('\t')
        .append(key)
        .append('\t')
        .append(event.headersJson())
        .append('\t')
        .append(event.payload())
        .append('\n');
  }

  private static void send(CopyIn copy, StringBuilder chunk) throws SQLException {
    byte[] bytes = chunk.toString().getBytes(StandardCharsets.UTF_8);
    copy.writeToCopy(bytes, 0, bytes.length);
    chunk.setLength(0);
  }
}
