package dev.sluice.relay.postgres;

import dev.sluice.relay.Outbox.Subject;
import dev.sluice.relay.ops.DeadLetterQueue;
import dev.sluice.relay.ops.Gauges;
import dev.sluice.relay.ops.Moves;
import dev.sluice.relay.ops.Upkeep;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The outbox as an operator sees it, behind one connection. */
public final class OpsStore implements Moves, Gauges, Upkeep, AutoCloseable {

  private final Session session;
  private final Operations operations = new Operations();
  private boolean served;

  public OpsStore(ConnectionSource source) {
    this.session = new Session(source);
  }

  /** Asks once whether the schema serves this release. */
  private Session served() {
    if (!served) {
      served =
          session.perform(
              connection -> {
                try (PreparedStatement ask = connection.prepareStatement(SchemaVersion.REQUIRE)) {
                  return ask.execute();
                }
              });
    }
    return session;
  }

  @Override
  public List<String> deadStreams() {
    return served().perform(Looks::deadStreams);
  }

  @Override
  public Matches match(Selection selection) {
    return served().perform(c -> Looks.match(c, selection));
  }

  @Override
  public Successors successors(List<Match> dead) {
    return served().perform(c -> Looks.successors(c, dead));
  }

  @Override
  public Operation start(Order order) {
    return served().perform(c -> operations.start(c, order));
  }

  @Override
  public Optional<Operation> find(UUID operation) {
    return served().perform(c -> Operations.find(c, operation));
  }

  @Override
  public Chunk advance(Operation operation, Map<String, String> destinations, int limit) {
    return served().transact(c -> operations.advance(c, operation, destinations, limit));
  }

  @Override
  public List<Boolean> stale(List<DeadLetterQueue.Copy> copies, Set<UUID> moved) {
    return served().perform(c -> Copies.stale(c, copies, moved));
  }

  @Override
  public List<StreamGauge> streams() {
    return served().perform(Statuses::streams);
  }

  @Override
  public List<Flow> flows() {
    return served().perform(Statuses::flows);
  }

  @Override
  public List<LeaseGauge> leases() {
    return served().perform(Statuses::leases);
  }

  @Override
  public List<DestinationGauge> destinations() {
    return served().perform(Statuses::destinations);
  }

  @Override
  public Duration sinceLeased() {
    return served().perform(Statuses::sinceLeased);
  }

  @Override
  public boolean pause(Subject subject, String actor, String reason) {
    return served().perform(c -> Pauses.pause(c, subject, actor, reason));
  }

  @Override
  public boolean resume(Subject subject, String actor, @Nullable String reason) {
    return served().perform(c -> Pauses.resume(c, subject, actor, reason));
  }

  @Override
  public boolean takeTurn(String name, String owner, Duration until) {
    return served().perform(c -> Maintenance.takeTurn(c, name, owner, until));
  }

  @Override
  public void endTurn(String name, String owner) {
    served().perform(c -> Maintenance.endTurn(c, name, owner));
  }

  @Override
  public int makePartitions() {
    return served().perform(Maintenance::makePartitions);
  }

  @Override
  public Optional<String> dropPartition(Duration keep) {
    return served().perform(c -> Maintenance.dropPartition(c, keep));
  }

  @Override
  public Swept forgetInbox(Duration keep, long fromPage) {
    return served().perform(c -> Maintenance.forgetInbox(c, keep, fromPage));
  }

  @Override
  public int forgetOperations(Duration keep) {
    return served().perform(c -> Maintenance.forgetOperations(c, keep));
  }

  @Override
  public void audit(String action, String actor, Map<String, Object> filter, long affected) {
    served().perform(c -> Maintenance.audit(c, action, actor, filter, affected));
  }

  /** Also where there is no schema at all. */
  @Override
  public Facts facts() {
    return session.perform(Inspection::facts);
  }

  @Override
  public void close() {
    session.close();
  }
}
