package dev.sluice.relay.postgres;

import dev.sluice.relay.Lease;
import dev.sluice.relay.Outbox;
import dev.sluice.relay.OutboxLostException;
import dev.sluice.relay.OwedEvent;
import dev.sluice.relay.Settlement;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The outbox behind one connection, which is opened on first use and again after it was lost. */
public final class OutboxStore implements Outbox {

  private final ConnectionSource source;
  private final boolean archive;
  private @Nullable Connection connection;

  public OutboxStore(ConnectionSource source, boolean archive) {
    this.source = source;
    this.archive = archive;
  }

  @FunctionalInterface
  private interface Work<T> {
    T on(Connection connection) throws SQLException;
  }

  @Override
  public Lease lease(LeaseRequest request) {
    return perform(c -> Leases.lease(c, request));
  }

  @Override
  public Set<Integer> renew(long token, Duration ttl) {
    return perform(c -> Leases.renew(c, token, ttl));
  }

  @Override
  public void release(long token) {
    perform(c -> Leases.release(c, token));
  }

  @Override
  public ReadResult read(ReadRequest request) {
    return perform(c -> Reads.read(c, request));
  }

  @Override
  public SettleResult settle(long token, List<Settlement> settlements) {
    return perform(c -> Settles.settle(c, token, settlements, archive));
  }

  @Override
  public void suspect(long token, int shard, UUID event) {
    perform(c -> Leases.suspect(c, token, shard, event));
  }

  @Override
  public List<OwedEvent> suspects(long token, int crashes) {
    return perform(c -> Reads.suspects(c, token, crashes));
  }

  @Override
  public void acquit(long token) {
    perform(c -> Leases.acquit(c, token));
  }

  @Override
  public Map<Subject, State> states() {
    return perform(States::read);
  }

  @Override
  public Duration openBreaker(String destination, String reason) {
    return perform(c -> States.openBreaker(c, destination, reason));
  }

  @Override
  public boolean takeProbe(String destination, long token, Duration ttl) {
    return perform(c -> States.takeProbe(c, destination, token, ttl));
  }

  @Override
  public void closeBreaker(String destination) {
    perform(c -> States.closeBreaker(c, destination));
  }

  private <T> T perform(Work<T> work) {
    boolean fresh = connection == null;
    try {
      return work.on(connected());
    } catch (SQLException e) {
      boolean stale = !fresh && SqlStates.connectionLost(e);
      if (SqlStates.connectionLost(e)) {
        close();
      }
      if (stale) {
        return perform(work); // an idle connection that was cut says so only now
      }
      if (SqlStates.passing(e)) {
        throw new OutboxLostException("the database is out of reach: " + e.getSQLState(), e);
      }
      throw SqlStates.fault(e);
    }
  }

  private Connection connected() throws SQLException {
    Connection open = connection;
    if (open == null) {
      open = source.open();
      connection = open;
    }
    return open;
  }

  @Override
  public void close() {
    Connection open = connection;
    connection = null;
    if (open != null) {
      try {
        open.close();
      } catch (SQLException e) {
        // it was lost already
      }
    }
  }
}
