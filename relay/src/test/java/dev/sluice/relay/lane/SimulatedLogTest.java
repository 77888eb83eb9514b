package dev.sluice.relay.lane;

import java.time.Duration;
import java.util.List;
import java.util.Random;

/** The simulation's log keeps the rules of the real one. */
final class SimulatedLogTest
    implements LeaseContract, WindowContract, HeldContract, BreakerContract {

  private final Random random = new Random(1);
  private final SimulatedDatabase database = new SimulatedDatabase(random);
  private final SimulatedLog log = SimulatedLog.withoutLosses(database, random);

  SimulatedLogTest() {
    database.skips = false;
  }

  @Override
  public EventLog log() {
    return log;
  }

  @Override
  public long begin() {
    return database.application.begin();
  }

  @Override
  public long append(long transaction, EventKey key, int bytes) {
    return database.application.append(transaction, key, new byte[bytes]);
  }

  @Override
  public void commit(long transaction) {
    database.application.commitTransaction(transaction);
  }

  @Override
  public void abort(long transaction) {
    database.application.abort(transaction);
  }

  @Override
  public void pass(Duration time) {
    database.pass(time.toNanos());
  }

  @Override
  public void redrive(long seq) {
    database.held.redrive(seq, database.now());
  }

  @Override
  public void pause(String stream, String destination) {
    database.states.pausedStreams.add(stream);
    database.states.pausedDestinations.add(destination);
  }

  @Override
  public List<Long> ledger() {
    return List.copyOf(database.ledger);
  }
}
