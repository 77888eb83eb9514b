package dev.sluice.local.chaos;

import dev.sluice.local.LocalPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Sees which process leases which shard, and how long those of a dead one wait for the next. */
final class ShardWatch implements AutoCloseable {

  private static final int SHARDS = 16;
  private static final int LOOK_MILLIS = 25;

  /** When a look is so late, the machine has no time for the processes either. */
  private static final long STANDSTILL_NANOS = 10L * LOOK_MILLIS * 1_000_000;

  private static final String OWNERS =
      "SELECT shard, coalesce(owner, ''), token FROM outbox.shard ORDER BY shard";

  /**
   * A wait that is over.
   *
   * @param reachedSeconds when the process of the next owner reached the database
   * @param disturbed another fault came before its end
   */
  record Wait(String function, double seconds, double reachedSeconds, boolean disturbed) {}

  private static final class Orphans {
    private final String function;
    private final long[] tokens;
    private final long since;
    private final Supplier<OptionalLong> reached;
    private int shards;
    private boolean disturbed;

    Orphans(
        String function,
        long[] tokens,
        int shards,
        long since,
        Supplier<OptionalLong> reached,
        boolean disturbed) {
      this.function = function;
      this.reached = reached;
      this.tokens = tokens.clone();
      this.shards = shards;
      this.since = since;
      this.disturbed = disturbed;
    }
  }

  private final LocalPostgres postgres;
  private final String[] owners = new String[SHARDS];
  private final long[] tokens = new long[SHARDS];
  private final List<Orphans> orphans = new ArrayList<>();
  private final List<Wait> waits = new ArrayList<>();
  private long lookedAt = System.nanoTime();
  private int troubles;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread watching;
  private @Nullable Connection connection;

  ShardWatch(LocalPostgres postgres) {
    this.postgres = postgres;
    Arrays.fill(owners, "");
    watching = Thread.ofPlatform().daemon().name("shards").start(this::watch);
  }

  private void watch() {
    try {
      while (!closing.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** False while the database is away. */
  private synchronized boolean look() {
    try {
      if (connection == null) {
        connection = postgres.connect(LocalPostgres.OPERATOR);
      }
      try (var statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(OWNERS)) {
        while (rows.next()) {
          owners[rows.getInt(1)] = rows.getString(2);
          tokens[rows.getInt(1)] = rows.getLong(3);
        }
      }
      orphans.removeIf(this::adopted);
      long now = System.nanoTime();
      if (now - lookedAt > STANDSTILL_NANOS) {
        disturb();
      }
      lookedAt = now;
      return true;
    } catch (SQLException e) {
      connection = null;
      disturb();
      return false;
    }
  }

  private boolean adopted(Orphans some) {
    for (int shard = 0; shard < SHARDS; shard++) {
      boolean waiting = (some.shards >> shard & 1) == 1;
      if (waiting && tokens[shard] != some.tokens[shard]) {
        some.shards &= ~(1 << shard);
      }
    }
    if (some.shards == 0) {
      double reached = (some.reached.get().orElse(some.since) - some.since) / 1e9;
      waits.add(
          new Wait(some.function, (System.nanoTime() - some.since) / 1e9, reached, some.disturbed));
    }
    return some.shards == 0;
  }

  /** A bit for each shard of a function that is alive. */
  synchronized int of(String function) {
    int orphaned = orphans.stream().mapToInt(some -> some.shards).reduce(0, (a, b) -> a | b);
    return named(function) & ~orphaned;
  }

  private int named(String function) {
    return IntStream.range(0, SHARDS)
        .filter(shard -> owners[shard].startsWith(function + "/"))
        .map(shard -> 1 << shard)
        .sum();
  }

  /** Whether a lease still bears its name. */
  synchronized boolean isNamed(String function) {
    return named(function) != 0;
  }

  /** Its process is dead or frozen since then: what it leased waits. Returns its shards. */
  synchronized int orphaned(String function, long sinceNanos, Supplier<OptionalLong> reached) {
    boolean seen = look();
    int shards = of(function);
    if (shards != 0) {
      orphans.add(
          new Orphans(function, tokens, shards, sinceNanos, reached, troubles > 0 || !seen));
    }
    return shards;
  }

  /** Something else keeps the next owner from what waits: once, or until {@link #calm()}. */
  synchronized void disturb() {
    orphans.forEach(some -> some.disturbed = true);
  }

  synchronized void trouble() {
    troubles++;
    disturb();
  }

  synchronized void calm() {
    troubles--;
    disturb();
  }

  synchronized List<Wait> waits() {
    return List.copyOf(waits);
  }

  @Override
  public void close() throws SQLException {
    closing.countDown();
    try {
      watching.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (connection != null) {
      connection.close();
    }
  }
}
