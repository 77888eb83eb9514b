package dev.sluice.relay.log;

import dev.sluice.relay.lane.LogEvent;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The columns of an event, in the order of {@link EventRow}, and how many bytes they take. */
final class EventColumns {

  /** Kafka on MSK takes 10 MB at most; SNS, SQS and EventBridge take 1 MB. */
  static final int PAYLOAD_LIMIT = 16 << 20;

  /** No broker takes this much beside a payload, and parsed headers need 20 times their size. */
  static final int TEXT_LIMIT = 1 << 20;

  /** The start of a text that is too large, for logs. */
  private static final int EXCERPT = 200;

  private static final List<String> TEXTS =
      List.of("event_type", "aggregate_type", "aggregate_id", "content_type");
  private static final String SMALL =
      "e.seq, e.slot, e.shard, e.created_at, e.id, e.max_attempts, e.partition_key, ";

  /**
   * No less than the bytes of the row in a COPY. octet_length of text and bytea only reads the
   * length; json has no such function. Uncompressed json is as long as it is stored. Small json is
   * decompressed, which is cheap. Otherwise the size is the largest possible: pglz saves at most a
   * factor of 90, lz4 of 256.
   */
  static final String SIZE =
      """
      200::bigint + octet_length(e.partition_key) + octet_length(e.event_type) + octet_length(e.content_type)
        + coalesce(octet_length(e.aggregate_type), 0) + coalesce(octet_length(e.aggregate_id), 0)
        + coalesce(%s, 0) + coalesce(%s, octet_length(e.payload_binary))"""
          .formatted(atMost("e.headers"), atMost("e.payload"));

  /**
   * What only a held event has: how often it failed, when a person brought it back, and whether it
   * is condemned. A condemned event is FAILED while the dead-letter queue does not take its copy;
   * the shards have forgotten the crashes by then.
   */
  static final String OF_HELD =
      "e.retry_count, e.redriven_at, coalesce(e.status = 'FAILED' AND e.last_error_code = '%s', false)"
          .formatted(LogEvent.CONDEMNED.code());

  private EventColumns() {}

  private static String atMost(String json) {
    return """
    CASE WHEN pg_column_compression(%1$s) IS NULL THEN pg_column_size(%1$s)
            WHEN pg_column_size(%1$s) < 8192 THEN octet_length(%1$s::text)
            ELSE pg_column_size(%1$s) * CASE pg_column_compression(%1$s) WHEN 'pglz' THEN 90::bigint ELSE 256 END END"""
        .formatted(json);
  }

  /** The exact size, for json that may be loaded. */
  private static String exactly(String json) {
    return """
    CASE WHEN pg_column_compression(%1$s) IS NULL OR pg_column_size(%1$s) > %2$d THEN pg_column_size(%1$s)
            ELSE octet_length(%1$s::text) END"""
        .formatted(json, PAYLOAD_LIMIT);
  }

  /**
   * Rows of up to these bytes. Of a larger one, only its size (the first column) and what is small.
   */
  static String upTo(long bytes) {
    String fits = "CASE WHEN e.size <= %d THEN e.%s END";
    return "CASE WHEN e.size > %d THEN e.size END, ".formatted(bytes)
        + SMALL
        + texts(text -> fits.formatted(bytes, text))
        + fits.formatted(bytes, "headers")
        + ", "
        + fits.formatted(bytes, "payload")
        + ", "
        + fits.formatted(bytes, "payload_binary");
  }

  /** The columns that {@link #loaded} needs beside the table's own. */
  static final String EXACT_SIZES =
      exactly("e.headers")
          + " AS headers_size, coalesce("
          + exactly("e.payload")
          + ", octet_length(e.payload_binary)) AS payload_size";

  /** Large rows, without what no broker takes. The first column names what was left out. */
  static String loaded() {
    return "nullif(concat_ws(', ', "
        + texts(text -> excess(text, "octet_length(e." + text + ")", TEXT_LIMIT))
        + excess("headers", "e.headers_size", TEXT_LIMIT)
        + ", "
        + excess("payload", "e.payload_size", PAYLOAD_LIMIT)
        + "), ''), "
        + SMALL
        + texts(
            text ->
                "CASE WHEN octet_length(e.%1$s) <= %2$d THEN e.%1$s ELSE left(e.%1$s, %3$d) END"
                    .formatted(text, TEXT_LIMIT, EXCERPT))
        + "CASE WHEN e.headers_size <= %d THEN e.headers END, ".formatted(TEXT_LIMIT)
        + "CASE WHEN e.payload_size <= %1$d THEN e.payload END, CASE WHEN e.payload_size <= %1$d THEN e.payload_binary END"
            .formatted(PAYLOAD_LIMIT);
  }

  private static String excess(String column, String size, int limit) {
    return "CASE WHEN %2$s > %3$d THEN 'the column %1$s has ' || %2$s || ' bytes, the limit is %3$d' END"
        .formatted(column, size, limit);
  }

  private static String texts(UnaryOperator<String> column) {
    return TEXTS.stream().map(column).collect(Collectors.joining(", ", "", ", "));
  }
}
