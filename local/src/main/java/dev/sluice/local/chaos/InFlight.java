package dev.sluice.local.chaos;

import dev.sluice.local.LocalPostgres;
import dev.sluice.local.chaos.Disturbance.Journey;
import dev.sluice.local.orders.Arrival;
import dev.sluice.local.orders.Receipts;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The events in flight at each disturbance: they, and no others, may have come twice.
 *
 * @param bound how many duplicates the disturbances account for: one for each event in flight, at
 *     each
 * @param most in flight at one of them
 * @param givenUp how often a relay put an event aside that it had sent, for want of an answer
 * @param unexplained duplicates of events beyond the disturbances that met them
 * @param settledAgain events that the relay's ledger has more than once
 */
record InFlight(
    long bound,
    long most,
    long givenUp,
    long unexplained,
    long settledAgain,
    List<String> examples) {

  private static final int EXAMPLES = 20;

  /** An event that an operator discarded is no delivery. */
  private static final String JOURNEYS =
      """
      SELECT e.id, e.shard, (extract(epoch FROM e.created_at) * 1000)::bigint,
        (extract(epoch FROM d.at) * 1000)::bigint, coalesce(p.times, '{}')
      FROM outbox.event e JOIN (SELECT unnest(seqs) AS seq, at FROM outbox.delivery) d USING (seq)
      LEFT JOIN (
        SELECT seq, array_agg((extract(epoch FROM at) * 1000)::bigint) AS times FROM chaos.put_aside GROUP BY seq
      ) p USING (seq)
      """;

  static InFlight judge(LocalPostgres postgres, Receipts receipts, List<Disturbance> all)
      throws SQLException {
    Judge judge = new Judge(receipts, all);
    try (Connection connection = postgres.connect(LocalPostgres.OPERATOR)) {
      connection.setAutoCommit(false); // for a cursor
      try (var statement = connection.createStatement()) {
        statement.setFetchSize(10_000);
        try (ResultSet rows = statement.executeQuery(JOURNEYS)) {
          while (rows.next()) {
            judge.settled(
                rows.getString(1),
                rows.getInt(2),
                rows.getLong(3),
                rows.getLong(4),
                (Long[]) rows.getArray(5).getArray());
          }
        }
      }
    }
    return judge.verdict();
  }

  /** Takes the events in any order. */
  static final class Judge {
    private final Receipts receipts;
    private final List<Disturbance> disturbances;
    private final long longest;
    private final long[] met;
    private final Map<String, Integer> copies = new HashMap<>();
    private final Set<String> seenSettled = new HashSet<>();
    private final List<String> examples = new ArrayList<>();
    private long unexplained;
    private long givenUp;
    private long settledAgain;

    Judge(Receipts receipts, List<Disturbance> all) {
      this.receipts = receipts;
      this.disturbances =
          all.stream().sorted(Comparator.comparingLong(Disturbance::fromMillis)).toList();
      this.longest = all.stream().mapToLong(d -> d.toMillis() - d.fromMillis()).max().orElse(0);
      this.met = new long[disturbances.size()];
      for (Arrival copy : receipts.copies()) {
        copies.merge(copy.id(), 1, Integer::sum);
      }
    }

    void settled(String id, int shard, long created, long settled, Long... putAside) {
      if (!seenSettled.add(id)) {
        settledAgain++;
        return;
      }
      Journey journey =
          new Journey(shard, created, receipts.sentMillis(id).orElse(created), settled);
      int times = 0;
      for (int i = firstNotBefore(created - longest);
          i < disturbances.size() && disturbances.get(i).fromMillis() <= settled;
          i++) {
        if (disturbances.get(i).met(journey)) {
          times++;
          met[i]++;
        }
      }
      int unacknowledged =
          (int) Stream.of(putAside).filter(at -> at >= journey.sentMillis()).count();
      givenUp += unacknowledged;
      times += unacknowledged;
      int again = copies.getOrDefault(id, 0);
      if (again > times) {
        unexplained += again - times;
        if (examples.size() < EXAMPLES) {
          examples.add(
              "%s arrived %d times more, met by %d: %s".formatted(id, again, times, journey));
        }
      }
    }

    private int firstNotBefore(long millis) {
      int low = 0;
      int high = disturbances.size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (disturbances.get(middle).fromMillis() < millis) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }

    InFlight verdict() {
      long most = 0;
      long bound = givenUp;
      for (int i = 0; i < met.length; i++) {
        // Of what was owed, a zombie has no more in memory than it may read ahead.
        long inFlight =
            disturbances.get(i).fault().leavesZombie()
                ? Math.min(met[i], ChaosServices.MOST_IN_FLIGHT)
                : met[i];
        most = Math.max(most, inFlight);
        bound += inFlight;
      }
      return new InFlight(bound, most, givenUp, unexplained, settledAgain, examples);
    }
  }
}
