package dev.sluice.relay.postgres;

import dev.sluice.relay.Lease;
import dev.sluice.relay.Outbox;
import dev.sluice.relay.OwedEvent;
import dev.sluice.relay.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** The outbox behind one connection, which is opened on first use and again after it was lost. */
public final class OutboxStore implements Outbox {

  private final Session session;
  private final boolean archive;
  private boolean served;

  public OutboxStore(ConnectionSource source, boolean archive) {
    this.session = new Session(source);
    this.archive = archive;
  }

  @Override
  public Lease lease(LeaseRequest request) {
    Lease lease = session.perform(c -> Leases.lease(c, request, served));
    served = true;
    return lease;
  }

  @Override
  public Set<Integer> renew(long token, Duration ttl) {
    return session.perform(c -> Leases.renew(c, token, ttl));
  }

  @Override
  public void release(long token) {
    session.perform(c -> Leases.release(c, token));
  }

  @Override
  public ReadResult read(ReadRequest request) {
    return session.perform(c -> Reads.read(c, request));
  }

  @Override
  public SettleResult settle(long token, List<Settlement> settlements) {
    return session.perform(c -> Settles.settle(c, token, settlements, archive));
  }

  @Override
  public void suspect(long token, int shard, UUID event) {
    session.perform(c -> Leases.suspect(c, token, shard, event));
  }

  @Override
  public List<OwedEvent> suspects(long token, int crashes) {
    return session.perform(c -> Reads.suspects(c, token, crashes));
  }

  @Override
  public void acquit(long token) {
    session.perform(c -> Leases.acquit(c, token));
  }

  @Override
  public Map<Subject, State> states() {
    return session.perform(States::read);
  }

  @Override
  public Duration openBreaker(String destination, String reason) {
    return session.perform(c -> States.openBreaker(c, destination, reason));
  }

  @Override
  public boolean takeProbe(String destination, long token, Duration ttl) {
    return session.perform(c -> States.takeProbe(c, destination, token, ttl));
  }

  @Override
  public void closeBreaker(String destination) {
    session.perform(c -> States.closeBreaker(c, destination));
  }

  @Override
  public void close() {
    session.close();
  }
}
