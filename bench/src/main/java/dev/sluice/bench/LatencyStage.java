package dev.sluice.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A database, a broker, a consumer, and a relay whose invocations follow each other. */
final class LatencyStage implements Stage {

  private final Database database;
  private final KafkaBroker broker;
  private final Witness witness;
  private @Nullable Schedule schedule;
  private long appended;

  private LatencyStage(Database database, KafkaBroker broker) {
    this.database = database;
    this.broker = broker;
    this.witness = new Witness(broker.endpoint());
  }

  static LatencyStage open(Consumer<String> progress) throws SQLException {
    Database database = Database.open(Database.SETTINGS, progress);
    progress.accept("starting Kafka");
    return new LatencyStage(database, KafkaBroker.start());
  }

  @Override
  public Database database() {
    return database;
  }

  @Override
  public Run run(Contender contender, long events) throws SQLException {
    Schedule running = schedule(contender.function());
    long begin = System.nanoTime();
    Latencies latencies;
    try (Connection application = database.connectAsApplication()) {
      latencies = witness.watch((int) events, new Traffic(application, Latency.RATE));
    }
    long end = System.nanoTime();
    Map<Measure, Double> figures =
        latencies.figures(running.handOvers().filter(at -> at - begin > 0 && end - at > 0));
    figures.put(Measure.EVENTS_PER_SECOND, events * 1e9 / (end - begin));
    appended += events;
    Ledger expected = contender.perEvent().times(appended);
    List<String> faults = new ArrayList<>(settled().faults(expected));
    faults.addAll(running.faults());
    return new Run(contender, figures, faults);
  }

  /** The last settle comes after the last event. */
  private Ledger settled() throws SQLException {
    long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    Ledger now;
    do {
      now = database.ledger(broker.taken().events());
    } while (now.owed() > 0 && System.nanoTime() < deadline);
    return now;
  }

  private Schedule schedule(Contender.Function function) throws SQLException {
    Schedule running = schedule;
    if (running == null) {
      database.empty();
      Map<String, String> environment = new TreeMap<>(database.environment());
      environment.putAll(function.destination().environment(broker.endpoint()));
      environment.putAll(function.settings());
      running = new Schedule(function.handler(), environment);
      schedule = running;
    }
    return running;
  }

  @Override
  public void close() throws SQLException {
    try (database;
        broker;
        witness;
        Schedule running = schedule) {
      schedule = null;
    }
  }
}
