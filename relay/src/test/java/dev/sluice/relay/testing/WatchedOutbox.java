package dev.sluice.relay.testing;

import dev.sluice.relay.Lease;
import dev.sluice.relay.Outbox;
import dev.sluice.relay.OwedEvent;
import dev.sluice.relay.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/** The real outbox; a test may act just before a read and just after a settle. */
public final class WatchedOutbox implements Outbox {

  private final Outbox outbox;
  private final Consumer<ReadRequest> beforeRead;
  private final Consumer<List<Settlement>> afterSettle;

  public WatchedOutbox(
      Outbox outbox, Consumer<ReadRequest> beforeRead, Consumer<List<Settlement>> afterSettle) {
    this.outbox = outbox;
    this.beforeRead = beforeRead;
    this.afterSettle = afterSettle;
  }

  @Override
  public ReadResult read(ReadRequest request) {
    beforeRead.accept(request);
    return outbox.read(request);
  }

  @Override
  public SettleResult settle(long token, List<Settlement> settlements) {
    SettleResult result = outbox.settle(token, settlements);
    afterSettle.accept(settlements);
    return result;
  }

  @Override
  public Lease lease(LeaseRequest request) {
    return outbox.lease(request);
  }

  @Override
  public Set<Integer> renew(long token, Duration ttl) {
    return outbox.renew(token, ttl);
  }

  @Override
  public void release(long token) {
    outbox.release(token);
  }

  @Override
  public void suspect(long token, int shard, UUID event) {
    outbox.suspect(token, shard, event);
  }

  @Override
  public List<OwedEvent> suspects(long token, int crashes) {
    return outbox.suspects(token, crashes);
  }

  @Override
  public void acquit(long token) {
    outbox.acquit(token);
  }

  @Override
  public Map<Subject, State> states() {
    return outbox.states();
  }

  @Override
  public Duration openBreaker(String destination, String reason) {
    return outbox.openBreaker(destination, reason);
  }

  @Override
  public boolean takeProbe(String destination, long token, Duration ttl) {
    return outbox.takeProbe(destination, token, ttl);
  }

  @Override
  public void closeBreaker(String destination) {
    outbox.closeBreaker(destination);
  }

  @Override
  public void close() {
    outbox.close();
  }
}
