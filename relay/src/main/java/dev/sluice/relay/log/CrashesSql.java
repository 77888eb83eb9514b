package dev.sluice.relay.log;

import dev.sluice.relay.lane.EventLog.Crashes;
import dev.sluice.relay.lane.EventLog.Named;
import dev.sluice.relay.lane.ShardSet;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a lane names before it sends, and what the next owner learns of it. */
final class CrashesSql {

  /*
   * Of a shard that is taken. What its owner had named when it died is suspected, in place of what
   * was before; if it had named nothing in this shard, nothing is learned. suspect_crashes counts
   * only an event that was in flight alone, and that is the suspect already; the second time it is
   * condemned. It stays so until the crashes are cleared: a crash with a later event may come before
   * its death is settled. A lane that takes back its own shards was not killed: the names stay.
   */
  static final String TAKEN =
      """
      crashes = s.crashes + free.crashed::int,
      answered = CASE WHEN free.crashed THEN 0 ELSE s.answered END,
      suspects = CASE WHEN free.crashed THEN coalesce(s.trying, s.suspects) ELSE s.suspects END,
      suspect_crashes = CASE
        WHEN NOT free.crashed OR s.trying IS NULL THEN s.suspect_crashes
        WHEN NOT s.alone THEN 0
        WHEN s.trying = s.suspects THEN s.suspect_crashes + 1 ELSE 1 END,
      condemned = CASE
        WHEN free.crashed AND s.alone AND s.trying = s.suspects AND s.suspect_crashes = 1 THEN s.condemned || s.trying
        ELSE s.condemned END,
      trying = CASE WHEN NOT free.crashed THEN s.trying END""";

  /** Columns of shards t that were taken, for {@link #read}. */
  static final String LEARNED =
      """
      max(t.crashes), coalesce(min(t.answered) FILTER (WHERE t.crashes > 0), 0),
      string_agg(array_to_string(t.suspects, ','), ','), string_agg(array_to_string(t.condemned, ','), ',')""";

  /* The names that were there are gone: what they named was answered. */
  private static final String NAME =
      """
      UPDATE outbox.shard s
      SET trying = (SELECT array_agg(n.seq) FROM unnest(?::smallint[], ?::bigint[]) AS n(shard, seq) WHERE n.shard = s.shard),
        alone = ?, answered = s.answered + ?
      WHERE s.token = ? AND s.owner IS NOT NULL
      RETURNING s.shard
      """;

  private static final String CLEAR =
      """
      UPDATE outbox.shard
      SET crashes = 0, answered = 0, trying = NULL, alone = false, suspects = NULL, suspect_crashes = 0, condemned = NULL
      WHERE token = ? AND owner IS NOT NULL
      """;

  private CrashesSql() {}

  /** One row of {@link #LEARNED}, which begins at this column, added to what is known. */
  static Crashes read(ResultSet row, int column, Crashes known) throws SQLException {
    int most = row.getInt(column);
    if (most == 0) {
      return known;
    }
    long answered = row.getLong(column + 1);
    return new Crashes(
        Math.max(known.most(), most),
        known.most() == 0 ? answered : Math.min(known.answered(), answered),
        with(known.suspects(), row.getString(column + 2)),
        with(known.condemned(), row.getString(column + 3)));
  }

  private static Set<Long> with(Set<Long> known, @Nullable String seqs) {
    Set<Long> all = new HashSet<>(known);
    if (seqs != null) {
      for (String seq : seqs.split(",", -1)) {
        all.add(Long.parseLong(seq));
      }
    }
    return all;
  }

  static ShardSet name(Connection connection, long token, Named named) throws SQLException {
    List<Integer> shards = new ArrayList<>();
    List<Long> seqs = new ArrayList<>();
    named
        .seqs()
        .forEach(
            (shard, ofShard) -> {
              ofShard.forEach(seq -> shards.add(shard));
              seqs.addAll(ofShard);
            });
    try (PreparedStatement name = connection.prepareStatement(NAME)) {
      name.setString(1, array(shards));
      name.setString(2, array(seqs));
      name.setBoolean(3, named.alone());
      name.setLong(4, named.answered());
      name.setLong(5, token);
      try (ResultSet rows = name.executeQuery()) {
        ShardSet ours = ShardSet.NONE;
        while (rows.next()) {
          ours = ours.with(ShardSet.of(rows.getInt(1)));
        }
        return ours;
      }
    }
  }

  private static String array(List<? extends Number> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
  }

  static int clear(Connection connection, long token) throws SQLException {
    try (PreparedStatement clear = connection.prepareStatement(CLEAR)) {
      clear.setLong(1, token);
      return clear.executeUpdate();
    }
  }
}
