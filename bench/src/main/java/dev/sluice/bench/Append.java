package dev.sluice.bench;

import static dev.sluice.bench.Measure.DATABASE_MICROS_PER_EVENT;
import static dev.sluice.bench.Measure.EVENTS_PER_SECOND;
import static dev.sluice.bench.Measure.WAL_BYTES_PER_EVENT;

import dev.sluice.bench.Benchmark.WarmUp;
import dev.sluice.bench.Contender.Backlog;
import dev.sluice.bench.Contender.Function;
import dev.sluice.bench.peer.Appender;
import dev.sluice.bench.peer.Appender.Way;
import dev.sluice.local.LocalPostgres;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The cost of an append to the database: one event in a transaction, and a hundred. */
final class Append {

  private static final int SINGLES = 10;

  private static final List<Contender> CONTENDERS =
      Stream.of(Way.values()).flatMap(way -> Stream.of(of(way, 1), of(way, 100))).toList();

  private static final Table TABLE =
      new Table(
          "events a second\n",
          List.of(
              Column.median("median", 9, 0, EVENTS_PER_SECOND),
              Column.least(EVENTS_PER_SECOND),
              Column.most(EVENTS_PER_SECOND),
              Column.median("postgres\nus/event", 9, 2, DATABASE_MICROS_PER_EVENT),
              Column.median("WAL bytes\nan event", 10, 0, WAL_BYTES_PER_EVENT)));

  static final Benchmark BENCHMARK =
      new Benchmark(
          "append",
          """
          What it costs to append: one connection, one event in each transaction or a hundred, by
          INSERT, by outbox.append and by the Java writer, and by INSERT into the table of a usual
          outbox. With one event in each transaction there are a tenth as many.
          """,
          "contender",
          new Request(100_000, 3, CONTENDERS, false),
          new WarmUp(1, 20_000),
          progress -> DrainStage.open(progress, NoBroker::new),
          List.of(TABLE, Table.processor("none", 7)),
          _ -> List.of(),
          Map.of());

  private Append() {}

  private static Contender of(Way way, int batch) {
    String name = way.name().toLowerCase(Locale.ROOT).replace('_', '-');
    Function function =
        Function.peer(Appender.class)
            .with(Appender.WAY, way.name())
            .with(Appender.BATCH, Integer.toString(batch))
            .as(way == Way.ROW_CLAIM ? Database.ROW_CLAIM : LocalPostgres.APPLICATION);
    return new Contender(
        name + "-" + batch,
        description(way)
            + (batch == 1 ? ", each in a transaction" : ", " + batch + " in a transaction"),
        function,
        new Backlog(Optional.empty(), batch == 1 ? SINGLES : 1, false),
        Ledger.UNTOUCHED);
  }

  private static String description(Way way) {
    return switch (way) {
      case INSERT -> "INSERT INTO outbox.event";
      case FUNCTION -> "SELECT outbox.append(..)";
      case JAVA -> "the Java writer";
      case ROW_CLAIM -> "INSERT INTO the usual outbox table";
    };
  }
}
