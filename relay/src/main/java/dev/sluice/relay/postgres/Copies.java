package dev.sluice.relay.postgres;

import dev.sluice.relay.ops.DeadLetterQueue.Copy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Which copies on the dead-letter queue are out of date. */
final class Copies {

  /*
   * A copy is sent before its event becomes DEAD, so 'not DEAD' alone proves nothing: the copy may be younger than
   * the row that we see. It is stale when its event came back after it was sent, by both clocks, which are AWS' own.
   * What is DEAD keeps every copy that it has.
   *
   * An event that has left the outbox is looked for in the archive by seq and id, through the block ranges
   * (published_place). LIMIT 1 makes that one probe a copy: without it the planner may read the whole archive
   * into a hash. The condition on e and m inside of it skips the probe where the answer is known.
   */
  static final String STALE =
      """
      SELECT CASE WHEN e.id IS NULL THEN m.id IS NOT NULL OR p.gone
          ELSE e.status <> 'DEAD' AND coalesce(e.redriven_at > l.sent_at, false) END
      FROM unnest(?::uuid[], ?::bigint[], ?::timestamptz[]) WITH ORDINALITY AS l(id, seq, sent_at, place)
      LEFT JOIN outbox.event e ON e.id = l.id
      LEFT JOIN unnest(?::uuid[]) m(id) ON m.id = l.id
      LEFT JOIN LATERAL (
        SELECT true AS gone FROM outbox.published p
        WHERE e.id IS NULL AND m.id IS NULL AND p.seq = l.seq AND p.id = l.id LIMIT 1
      ) p ON true
      ORDER BY l.place
      """;

  private Copies() {}

  static List<Boolean> stale(Connection connection, List<Copy> copies, Set<UUID> moved)
      throws SQLException {
    List<UUID> ids = copies.stream().map(Copy::id).toList();
    try (PreparedStatement ask = connection.prepareStatement(STALE)) {
      Arrays values = new Arrays(ask).add(Arrays.plain(ids));
      values.add(Arrays.plain(copies.stream().map(Copy::seq).toList()));
      values.add(Arrays.texts(copies.stream().map(copy -> copy.sentAt().toString()).toList()));
      values.add(Arrays.plain(ids.stream().distinct().filter(moved::contains).toList()));
      try (ResultSet rows = ask.executeQuery()) {
        List<Boolean> stale = new ArrayList<>(copies.size());
        while (rows.next()) {
          stale.add(rows.getBoolean(1));
        }
        return Collections.unmodifiableList(stale);
      }
    }
  }
}
