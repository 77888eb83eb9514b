package dev.sluice.relay.log;

import dev.sluice.relay.lane.EventKey;
import dev.sluice.relay.lane.EventLog.HeadRequest;
import dev.sluice.relay.lane.EventLog.HeldHeads;
import dev.sluice.relay.lane.LogEvent;
import dev.sluice.relay.log.FoundRows.Large;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.postgresql.PGConnection;

/** The held events that may be tried now, with the same bound in bytes as {@link Pages}. */
final class Heads {

  /*
   * Of each key the first events in order, up to one that must still wait for its retry, or to a
   * dead one that blocks it. The key's own index walks past no other key.
   */
  private static final String HEADS =
      """
      SELECT k.key, %1$s, %5$s
      FROM (VALUES %2$s) k(key, stream, partition_key, blocks)
      CROSS JOIN LATERAL (
        SELECT e.*, %3$s AS size,
          bool_and(e.status = 'WAITING' OR e.next_retry_at <= now()) OVER (ORDER BY e.seq) AS due
        FROM (
          SELECT * FROM outbox.held h
          WHERE h.subscription = {subscription} AND h.status <> 'DEAD' AND h.stream = k.stream AND h.partition_key = k.partition_key%6$s
          ORDER BY h.seq LIMIT %4$d
        ) e
      ) e
      WHERE e.due
      """;

  /* Where a dead event blocks its key. The bound is computed once for each key, and limits the walk of the index. */
  private static final String BEFORE_DEAD =
      """

            AND h.seq < coalesce((SELECT d.seq FROM outbox.held d
              WHERE k.blocks AND d.subscription = {subscription} AND d.status = 'DEAD' AND d.stream = k.stream AND d.partition_key = k.partition_key
              ORDER BY d.seq LIMIT 1), 9223372036854775807)""";

  private static final String LARGE =
      """
      SELECT k.key, %1$s, %4$s FROM (VALUES %2$s) k(key, seq)
      CROSS JOIN LATERAL (
        SELECT e.*, %3$s FROM outbox.held e WHERE e.subscription = {subscription} AND e.seq = k.seq
        OFFSET 0
      ) e
      """;

  /* A key without a head that is due is free only if it has no head at all, and no dead event that blocks it. */
  private static final String WAITS =
      """
      SELECT k.key, ceil(greatest(0, extract(epoch FROM e.next_retry_at - now())) * 1000)::bigint
      FROM (VALUES %1$s) k(key, stream, partition_key, blocks)
      CROSS JOIN LATERAL (
        SELECT h.next_retry_at FROM outbox.held h
        WHERE h.subscription = {subscription} AND h.status <> 'DEAD' AND h.stream = k.stream AND h.partition_key = k.partition_key%2$s
        ORDER BY h.seq LIMIT 1
      ) e
      %3$s
      """;

  private static final String STOPPED =
      """
      UNION ALL
      SELECT k.key, -1 FROM (VALUES %1$s) k(key, stream, partition_key, blocks)
      WHERE k.blocks AND EXISTS (SELECT FROM outbox.held d
        WHERE d.subscription = {subscription} AND d.status = 'DEAD' AND d.stream = k.stream AND d.partition_key = k.partition_key)
      """;

  private Heads() {}

  static HeldHeads read(Connection connection, String subscription, HeadRequest request)
      throws SQLException, IOException {
    PGConnection postgres = connection.unwrap(PGConnection.class);
    List<EventKey> keys = request.keys();
    int[] wanted = new int[keys.size()];
    Arrays.fill(wanted, request.limitOfKey());
    int[] limits = FoundRows.limits(wanted, request.maxBytes());
    FoundRows rows = new FoundRows(keys.size(), request.maxBytes());
    CopyRows.read(
        postgres,
        OfSubscription.sql(headsSql(postgres, request, limits), subscription),
        row -> {
          int key = row.int32();
          EventRow.decode(row, keys.get(key).stream(), true, key, rows);
        });
    List<Large> large = rows.keepWithinBytes();
    if (!large.isEmpty()) {
      CopyRows.read(
          postgres,
          OfSubscription.sql(largeSql(large), subscription),
          row -> {
            int key = row.int32();
            rows.loaded(key, EventRow.decodeLarge(row, keys.get(key).stream(), true));
          });
    }
    List<LogEvent> events = new ArrayList<>();
    List<EventKey> unread = new ArrayList<>();
    List<Integer> without = new ArrayList<>();
    for (int i = 0; i < limits.length; i++) {
      List<LogEvent> ofKey = rows.events(i);
      events.addAll(ofKey);
      if (ofKey.isEmpty() && (limits[i] == 0 || rows.cut(i))) {
        unread.add(keys.get(i));
      } else if (ofKey.isEmpty()) {
        without.add(i);
      }
    }
    events.sort(Comparator.comparingLong(LogEvent::seq));
    Map<EventKey, Duration> waits = new HashMap<>();
    Set<EventKey> stopped = new HashSet<>();
    if (!without.isEmpty()) {
      CopyRows.read(
          postgres,
          OfSubscription.sql(waitsSql(postgres, request, without), subscription),
          row -> {
            EventKey key = keys.get(row.int32());
            long wait = row.int64();
            if (wait < 0) {
              stopped.add(key);
            } else {
              waits.put(key, Duration.ofMillis(wait));
            }
          });
    }
    stopped.removeAll(waits.keySet()); // an event before the dead one waits
    return new HeldHeads(events, unread, waits, stopped);
  }

  private static String value(PGConnection postgres, HeadRequest request, int number)
      throws SQLException {
    EventKey key = request.keys().get(number);
    return "(%d, '%s'::text COLLATE \"C\", '%s'::text COLLATE \"C\", %b)"
        .formatted(
            number,
            postgres.escapeLiteral(key.stream()),
            postgres.escapeLiteral(key.key()),
            request.blocking().contains(key.stream()));
  }

  private static String values(PGConnection postgres, HeadRequest request, List<Integer> numbers)
      throws SQLException {
    List<String> values = new ArrayList<>();
    for (int number : numbers) {
      values.add(value(postgres, request, number));
    }
    return String.join(", ", values);
  }

  static String waitsSql(PGConnection postgres, HeadRequest request, List<Integer> without)
      throws SQLException {
    String values = values(postgres, request, without);
    String stopped = request.blocking().isEmpty() ? "" : STOPPED.formatted(values);
    return WAITS.formatted(values, bound(request), stopped);
  }

  private static String bound(HeadRequest request) {
    return request.blocking().isEmpty() ? "" : BEFORE_DEAD;
  }

  static String headsSql(PGConnection postgres, HeadRequest request, int[] limits)
      throws SQLException {
    List<Integer> asked =
        IntStream.range(0, limits.length).filter(i -> limits[i] > 0).boxed().toList();
    return HEADS.formatted(
        EventColumns.upTo(FoundRows.smallUpTo(limits, request.maxBytes())),
        values(postgres, request, asked),
        EventColumns.SIZE,
        limits[0],
        EventColumns.OF_HELD,
        bound(request));
  }

  static String largeSql(List<Large> large) {
    return LARGE.formatted(
        EventColumns.loaded(),
        large.stream()
            .map(row -> "(%d, %d::bigint)".formatted(row.part(), row.seq()))
            .collect(Collectors.joining(", ")),
        EventColumns.EXACT_SIZES,
        EventColumns.OF_HELD);
  }
}
