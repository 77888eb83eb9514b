package dev.sluice.bench;

import static dev.sluice.bench.Measure.DATABASE_MICROS_PER_EVENT;
import static dev.sluice.bench.Measure.EVENTS_PER_SECOND;
import static dev.sluice.bench.Measure.WAL_BYTES_PER_EVENT;
import static dev.sluice.bench.Measure.WAL_PAGE_IMAGE_BYTES_PER_EVENT;

import dev.sluice.bench.Benchmark.WarmUp;
import dev.sluice.bench.Contender.Backlog;
import dev.sluice.bench.Contender.Function;
import dev.sluice.bench.peer.RawProducer;
import dev.sluice.bench.peer.RawRead;
import dev.sluice.bench.peer.RowClaim;
import java.util.List;
import java.util.Map;

/** How fast a full outbox is drained to Kafka, beside the usual relay and the raw limits. */
final class Drain {

  static final Contender SLUICE =
      new Contender(
          "sluice",
          "the relay as it is configured by default, in DRAIN mode, one lane",
          Function.relay(Destination.KAFKA),
          Backlog.OUTBOX,
          Ledger.DELIVERED);

  static final Contender ROW_CLAIM =
      new Contender(
          "row-claim",
          "the usual relay: SKIP LOCKED claims of 500 rows, publish, mark as published",
          Function.peer(RowClaim.class).as(Database.ROW_CLAIM),
          Backlog.ROW_CLAIM,
          Ledger.DELIVERED);

  static final Contender RAW_PRODUCER =
      new Contender(
          "raw-producer",
          "the Kafka producer alone, with records that lie ready: the broker's limit",
          Function.peer(RawProducer.class),
          Backlog.NONE,
          Ledger.SENT);

  private static final Contender RAW_READ =
      new Contender(
          "raw-read",
          "reading alone, 1,000 rows at a time by keyset: the database's limit",
          Function.peer(RawRead.class),
          Backlog.OUTBOX,
          Ledger.UNTOUCHED);

  private static final List<Contender> CONTENDERS =
      List.of(
          SLUICE,
          ROW_CLAIM,
          RAW_PRODUCER,
          RAW_READ,
          SLUICE.withXminHeld(),
          ROW_CLAIM.withXminHeld());

  private static final Table RATES =
      new Table(
          "events a second\n",
          List.of(
              Column.median("median", 9, 0, EVENTS_PER_SECOND),
              Column.least(EVENTS_PER_SECOND),
              Column.most(EVENTS_PER_SECOND),
              Column.times("of raw-\nproducer", 9, "raw-producer"),
              Column.times("of row-\nclaim", 8, "row-claim")));

  private static final Table COST =
      new Table(
          "cost of an event\nto the database",
          List.of(
              Column.median("postgres\nus/event", 9, 2, DATABASE_MICROS_PER_EVENT),
              Column.median("WAL bytes\nan event", 10, 0, WAL_BYTES_PER_EVENT),
              Column.median("of them\npage images", 12, 0, WAL_PAGE_IMAGE_BYTES_PER_EVENT)));

  static final Benchmark BENCHMARK =
      new Benchmark(
          "drain",
          """
          How fast a full outbox is emptied, and what a delivered event costs the database. Everybody
          finds the same events (480 bytes of JSON, 10,000 keys), the same server, the same broker,
          the same JVM options and the same producer settings, and is warm. Runs alternate:
          the first of each contender, then the second of each. After every run the broker's
          end offsets and the tables are counted.
          """,
          "contender",
          new Request(500_000, 3, CONTENDERS, false),
          new WarmUp(1, 200_000),
          progress -> DrainStage.open(progress, KafkaBroker::start),
          List.of(RATES, COST, Table.processor("broker", 7)),
          Drain::targets,
          Map.of("partitions", KafkaBroker.PARTITIONS.size()));

  private Drain() {}

  private static List<Target> targets(Report report) {
    double ofProducer = report.ratio(EVENTS_PER_SECOND, "sluice", "raw-producer");
    double ofRowClaim = report.ratio(EVENTS_PER_SECOND, "sluice", "row-claim");
    double log = report.ratio(WAL_BYTES_PER_EVENT, "sluice", "row-claim");
    double xminHeld = report.ratio(EVENTS_PER_SECOND, "sluice-xmin-held", "sluice");
    return List.of(
        Target.atLeast(0.5, "rate of sluice to raw-producer", ofProducer),
        Target.atLeast(5, "rate of sluice to row-claim", ofRowClaim),
        Target.atMost(0.1, "WAL of sluice to row-claim", log),
        Target.atLeast(0.9, "rate with xmin held to without", xminHeld));
  }
}
