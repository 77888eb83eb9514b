package dev.sluice.bench;

import static dev.sluice.bench.Measure.DATABASE_MICROS_PER_EVENT;

import dev.sluice.bench.WarmFunction.Drained;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A database and a broker, where contenders drain a full table one after the other, each in a
 * process of its own that stays warm.
 */
final class DrainStage implements Stage {

  private final Database database;
  private final Broker broker;
  private final ProcessorClock clock;
  private final Map<Contender.Function, WarmFunction> functions = new HashMap<>();

  private DrainStage(Database database, Broker broker) throws SQLException {
    this.database = database;
    this.broker = broker;
    this.clock = ProcessorClock.of(database.superuser(), broker.pid());
  }

  static DrainStage open(Consumer<String> progress, Supplier<Broker> broker) throws SQLException {
    Database database = Database.open(Database.SETTINGS, progress);
    progress.accept("starting what takes the events");
    return new DrainStage(database, broker.get());
  }

  @Override
  public Database database() {
    return database;
  }

  Broker broker() {
    return broker;
  }

  @Override
  public Run run(Contender contender, long events) throws SQLException {
    return run(contender, events, contender.perEvent().times(events));
  }

  Run run(Contender contender, long events, Ledger expected) throws SQLException {
    database.empty();
    broker.forget();
    if (contender.backlog().xminHeld()) {
      try (Connection _ = database.pinXmin()) {
        return fillAndDrain(contender, events, expected);
      }
    }
    return fillAndDrain(contender, events, expected);
  }

  private Run fillAndDrain(Contender contender, long events, Ledger expected) throws SQLException {
    database.fill(contender, events);
    database.analyze();
    WarmFunction function = functions.computeIfAbsent(contender.function(), this::start);
    Ledger before = database.ledger(broker.taken().events());
    String logStart = database.logEnd();
    ProcessorClock.Reading reading = clock.read(function.pid());
    Drained drained = function.drain(events);
    Map<Measure, Double> figures = clock.read(function.pid()).since(reading);
    figures.put(DATABASE_MICROS_PER_EVENT, databaseSeconds(figures) * 1e6 / events);
    figures.putAll(database.logSince(logStart, events));
    figures.putAll(drained.figures(events));
    Taken taken = broker.taken();
    figures.putAll(taken.figures());
    List<String> faults =
        new ArrayList<>(database.ledger(taken.events()).since(before).faults(expected));
    faults.addAll(taken.faults());
    if (drained.published() != events) {
      faults.add(drained.published() + " events reported instead of " + events);
    }
    return new Run(contender, figures, faults);
  }

  private static double databaseSeconds(Map<Measure, Double> figures) {
    return Measure.DATABASE.stream().mapToDouble(part -> figures.getOrDefault(part, 0.0)).sum();
  }

  private WarmFunction start(Contender.Function function) {
    Map<String, String> environment = new TreeMap<>(database.environment());
    environment.putAll(function.destination().environment(broker.endpoint()));
    environment.putAll(function.settings());
    return new WarmFunction(function.handler(), environment);
  }

  @Override
  public void close() throws SQLException {
    try (database;
        broker) {
      functions.values().forEach(WarmFunction::close);
    }
  }
}
