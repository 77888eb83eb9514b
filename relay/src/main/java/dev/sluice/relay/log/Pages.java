package dev.sluice.relay.log;

import dev.sluice.relay.lane.EventLog.Page;
import dev.sluice.relay.lane.EventLog.PageRequest;
import dev.sluice.relay.lane.LogEvent;
import dev.sluice.relay.lane.Position;
import dev.sluice.relay.log.FoundRows.Large;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;

/** The next events of some streams, each at a place of its own. */
final class Pages {

  /*
   * COPY is a plain statement, which a pooler passes on, and its binary rows are a third cheaper to
   * read than a result set. It takes no parameters, so every value is a literal. The streams come
   * from a lateral join: with the stream as a constant the planner chose a bitmap scan and a sort on
   * tables without statistics. The target sees only committed transactions, and each event that it
   * sees is visible to this statement too.
   *
   * Rows times the bytes of a small row is the bound of the page. A running sum would stop at the
   * bytes as well, but a window function costs 0.8 us an event, which is half as much as reading it.
   * A row that is not small comes without its contents, and LARGE loads those that fit.
   */
  private static final String PAGE =
      """
      SELECT p.part, %1$s, 0 FROM (VALUES %2$s) p(part, stream, shards, since, target, after, most)
      CROSS JOIN LATERAL (
        SELECT e.*, %3$s AS size
        FROM outbox.event e
        WHERE e.slot = ANY ('%4$s') AND e.stream = p.stream AND e.seq > p.after AND e.shard = ANY (p.shards)
          AND pg_visible_in_snapshot(e.xact, p.target) AND NOT pg_visible_in_snapshot(e.xact, p.since)
        ORDER BY e.seq LIMIT p.most
      ) e
      """;

  /* The sizes are computed once, below OFFSET. The slot finds the leaf when the statement runs. */
  private static final String LARGE =
      """
      SELECT p.part, %1$s, 0 FROM (VALUES %2$s) p(part, stream, slot, seq)
      CROSS JOIN LATERAL (
        SELECT e.*, %3$s
        FROM outbox.event e
        WHERE e.slot = p.slot AND e.stream = p.stream AND e.seq = p.seq
        OFFSET 0
      ) e
      """;

  private Pages() {}

  static Page read(Connection connection, Ring ring, PageRequest request)
      throws SQLException, IOException {
    PGConnection postgres = connection.unwrap(PGConnection.class);
    List<PageRequest.Wanted> parts = request.parts();
    int[] limits =
        FoundRows.limits(
            parts.stream().mapToInt(PageRequest.Wanted::limit).toArray(), request.maxBytes());
    FoundRows rows = new FoundRows(parts.size(), request.maxBytes());
    int[] found = new int[limits.length];
    CopyRows.read(
        postgres,
        pageSql(postgres, ring, request, limits),
        row -> {
          int part = row.int32();
          found[part]++;
          EventRow.decode(row, parts.get(part).stream(), false, part, rows);
        });
    List<Large> large = rows.keepWithinBytes();
    if (!large.isEmpty()) {
      load(postgres, largeSql(postgres, request, large), parts, rows);
    }
    List<Page.Found> pages = new ArrayList<>();
    for (int i = 0; i < limits.length; i++) {
      List<LogEvent> events = rows.events(i);
      pages.add(new Page.Found(events, found[i] < limits[i] && !rows.cut(i)));
    }
    return new Page(pages);
  }

  private static void load(
      PGConnection postgres, String sql, List<PageRequest.Wanted> parts, FoundRows rows)
      throws SQLException, IOException {
    CopyRows.read(
        postgres,
        sql,
        row -> {
          int part = row.int32();
          rows.loaded(part, EventRow.decodeLarge(row, parts.get(part).stream(), false));
        });
  }

  static String pageSql(PGConnection postgres, Ring ring, PageRequest request, int[] limits)
      throws SQLException {
    List<String> values = new ArrayList<>();
    long horizon = Long.MAX_VALUE;
    for (int i = 0; i < limits.length; i++) {
      PageRequest.Wanted part = request.parts().get(i);
      Position at = part.position();
      if (limits[i] > 0) {
        values.add(
            "(%d, '%s'::text COLLATE \"C\", '%s'::smallint[], '%s'::pg_snapshot, '%s'::pg_snapshot, %d::bigint, %d)"
                .formatted(
                    i,
                    postgres.escapeLiteral(part.stream()),
                    part.shards(),
                    at.since(),
                    at.openTarget(),
                    at.seq(),
                    limits[i]));
        horizon = Math.min(horizon, at.since().horizonMicros());
      }
    }
    long small = FoundRows.smallUpTo(limits, request.maxBytes());
    return PAGE.formatted(
        EventColumns.upTo(small),
        String.join(", ", values),
        EventColumns.SIZE,
        ring.since(horizon));
  }

  static String largeSql(PGConnection postgres, PageRequest request, List<Large> large)
      throws SQLException {
    List<String> values = new ArrayList<>();
    for (Large row : large) {
      String stream = postgres.escapeLiteral(request.parts().get(row.part()).stream());
      values.add(
          "(%d, '%s'::text COLLATE \"C\", %d::smallint, %d::bigint)"
              .formatted(row.part(), stream, row.slot(), row.seq()));
    }
    return LARGE.formatted(
        EventColumns.loaded(), String.join(", ", values), EventColumns.EXACT_SIZES);
  }
}
