package dev.sluice.relay.log;

import dev.sluice.relay.lane.BlockingStreams;
import dev.sluice.relay.lane.EventLog;
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

/** The log behind one connection, which is opened on first use and again after it was lost. */
public final class PostgresLog implements EventLog {

  /**
   * For the first news on a connection, which count a whole backlog: a million take half a second.
   */
  private static final int PATIENT_MILLIS = 300_000;

  private final Session session;
  private @Nullable Ring ring;
  private @Nullable Connection caughtUp;
  private boolean quiet;
  private boolean served;

  public PostgresLog(ConnectionSource source) {
    this.session = new Session(source);
  }

  @Override
  public Lease lease(LeaseRequest request) {
    Lease lease = session.perform(c -> Leases.lease(c, request, served));
    served = true;
    return lease;
  }

  @Override
  public ShardSet renew(long token, Duration ttl) {
    return session.perform(c -> Leases.renew(c, token, ttl));
  }

  @Override
  public void release(long token) {
    session.perform(c -> Leases.release(c, token));
  }

  @Override
  public ShardSet name(long token, Named named) {
    return session.perform(c -> CrashesSql.name(c, token, named));
  }

  @Override
  public void clear(long token) {
    session.perform(c -> CrashesSql.clear(c, token));
  }

  @Override
  public News news(Map<Snapshot, ShardSet> since) {
    return session.perform(c -> news(c, since));
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
    return session.perform(c -> copied(() -> Pages.read(c, ring(c), request)));
  }

  @Override
  public HeldHeads heads(HeadRequest request) {
    return session.perform(c -> copied(() -> Heads.read(c, request)));
  }

  @Override
  public List<HeldKey> blocked(ShardSet shards, BlockingStreams blocking) {
    return session.perform(c -> BlockedSql.read(c, shards, blocking));
  }

  @Override
  public States states(long token) {
    return session.perform(c -> StatesSql.read(c, token));
  }

  @Override
  public Duration openBreaker(String destination, String reason) {
    return session.perform(c -> StatesSql.openBreaker(c, destination, reason));
  }

  @Override
  public boolean takeProbe(String destination, long token, Duration ttl) {
    return session.perform(c -> StatesSql.takeProbe(c, destination, token, ttl));
  }

  @Override
  public void closeBreaker(String destination) {
    session.perform(c -> StatesSql.closeBreaker(c, destination));
  }

  @Override
  public Kept settle(Settlement settlement) {
    return session.perform(c -> Settles.settle(c, settlement));
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
    served = false;
    session.close();
  }
}
