package dev.sluice.relay.log;

import dev.sluice.relay.lane.BlockingStreams;
import dev.sluice.relay.lane.EventLog;
import dev.sluice.relay.lane.Position;
import dev.sluice.relay.lane.Settlement;
import dev.sluice.relay.lane.ShardSet;
import dev.sluice.relay.lane.Snapshot;
import dev.sluice.relay.lane.States;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The log as one subscription sees it, behind one connection, which is opened on first use and
 * again after it was lost.
 */
public final class PostgresLog implements EventLog {

  /**
   * For the first news on a connection, which count a whole backlog: a million take half a second.
   */
  private static final int PATIENT_MILLIS = 300_000;

  /* A literal: a lease, which goes with it, has parameters of its own. */
  private static final String SUBSCRIBE = "SELECT outbox.subscribe(E'%s');";

  private final Session session;
  private final String subscription;
  private final String subscribe;
  private @Nullable Ring ring;
  private @Nullable Connection required;
  private @Nullable Connection caughtUp;
  private boolean quiet;

  /** As an outbox is made: with one subscription for all streams. */
  public PostgresLog(ConnectionSource source) {
    this(source, "main", "[]");
  }

  /**
   * @param subscription the lane's
   * @param registration rows of outbox.subscription, as JSON, that a new connection writes down if
   *     they differ
   */
  public PostgresLog(ConnectionSource source, String subscription, String registration) {
    this.session = new Session(source);
    this.subscription = subscription;
    this.subscribe = SUBSCRIBE.formatted(registration.replace("\\", "\\\\").replace("'", "''"));
  }

  /** Each connection may be to another cluster: behind the same name, after a switch. */
  private <T> T perform(Session.Work<T> work) {
    return session.perform(
        connection -> {
          if (!connection.equals(required)) {
            SchemaVersion.require(connection);
            required = connection;
          }
          return work.on(connection);
        });
  }

  /** By asking for what there cannot be. */
  @Override
  public void prepare() {
    perform(
        connection -> {
          Ring known = ring(connection);
          Snapshot now = NewsSql.read(connection, known, Map.of()).news().now();
          NewsSql.read(connection, known, Map.of(now, ShardSet.ALL));
          return copied(() -> Pages.read(connection, known, nothing(now)));
        });
  }

  private static PageRequest nothing(Snapshot now) {
    Position end = new Position(now, now, 0, 0);
    return new PageRequest(List.of(new PageRequest.Wanted("", ShardSet.ALL, end, 1)), 1);
  }

  @Override
  public Lease lease(LeaseRequest request) {
    return session.perform(
        connection -> {
          List<String> first =
              connection.equals(required) ? List.of() : List.of(SchemaVersion.REQUIRE, subscribe);
          Lease lease = Leases.lease(connection, subscription, request, first);
          required = connection;
          return lease;
        });
  }

  @Override
  public ShardSet renew(long token, Duration ttl) {
    return perform(c -> Leases.renew(c, token, ttl));
  }

  @Override
  public void release(long token) {
    perform(c -> Leases.release(c, token));
  }

  @Override
  public ShardSet name(long token, Named named) {
    return perform(c -> CrashesSql.name(c, token, named));
  }

  @Override
  public void clear(long token) {
    perform(c -> CrashesSql.clear(c, token));
  }

  @Override
  public News news(Map<Snapshot, ShardSet> since) {
    return perform(c -> news(c, since));
  }

  /** When the last news was empty the next one probably is, and a look is enough. */
  private News news(Connection connection, Map<Snapshot, ShardSet> since) throws SQLException {
    News news = quiet ? NewsSql.look(connection, since) : null;
    if (news == null) {
      boolean first = !connection.equals(caughtUp);
      news = first ? patientNews(connection, since) : ringNews(connection, since);
      caughtUp = connection;
    }
    quiet = news.fresh().isEmpty();
    return news;
  }

  private News patientNews(Connection connection, Map<Snapshot, ShardSet> since)
      throws SQLException {
    int usual = connection.getNetworkTimeout();
    connection.setNetworkTimeout(Runnable::run, PATIENT_MILLIS);
    News news = ringNews(connection, since);
    connection.setNetworkTimeout(Runnable::run, usual);
    return news;
  }

  private News ringNews(Connection connection, Map<Snapshot, ShardSet> since) throws SQLException {
    NewsSql.Answer answer = NewsSql.read(connection, ring(connection), since);
    while (answer.slotSeconds() != ring(connection).widthSeconds()) {
      ring = Ring.learn(connection); // the retention was changed
      answer = NewsSql.read(connection, ring(connection), since);
    }
    return answer.news();
  }

  @Override
  public Page page(PageRequest request) {
    return perform(c -> copied(() -> Pages.read(c, ring(c), request)));
  }

  @Override
  public HeldHeads heads(HeadRequest request) {
    return perform(c -> copied(() -> Heads.read(c, subscription, request)));
  }

  @Override
  public List<HeldKey> blocked(ShardSet shards, BlockingStreams blocking) {
    return perform(c -> BlockedSql.read(c, subscription, shards, blocking));
  }

  @Override
  public States states(long token) {
    return perform(c -> StatesSql.read(c, subscription, token));
  }

  @Override
  public Duration openBreaker(String destination, String reason) {
    return perform(c -> StatesSql.openBreaker(c, subscription, destination, reason));
  }

  @Override
  public boolean takeProbe(String destination, long token, Duration ttl) {
    return perform(c -> StatesSql.takeProbe(c, subscription, destination, token, ttl));
  }

  @Override
  public void closeBreaker(String destination) {
    perform(c -> StatesSql.closeBreaker(c, subscription, destination));
  }

  @Override
  public Kept settle(Settlement settlement) {
    return perform(c -> Settles.settle(c, subscription, settlement));
  }

  private Ring ring(Connection connection) throws SQLException {
    Ring known = ring;
    if (known == null) {
      known = Ring.learn(connection);
      ring = known;
    }
    return known;
  }

  @FunctionalInterface
  private interface Copying<T> {
    T copy() throws SQLException, IOException;
  }

  private static <T> T copied(Copying<T> copying) throws SQLException {
    try {
      return copying.copy();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    ring = null;
    caughtUp = null;
    required = null;
    session.close();
  }
}
