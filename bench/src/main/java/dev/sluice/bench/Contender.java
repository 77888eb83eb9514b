package dev.sluice.bench;

import dev.sluice.bench.peer.RawProducerHandler;
import dev.sluice.bench.peer.RawReadHandler;
import dev.sluice.bench.peer.RowClaimHandler;
import dev.sluice.local.FunctionName;
import java.util.Map;
import java.util.Optional;

/** Somebody who takes events from a table to the broker, or a part of that way. */
sealed interface Contender
    permits AwsContender,
        Contender.Sluice,
        Contender.SluiceWithoutArchive,
        Contender.RowClaim,
        Contender.RawProducer,
        Contender.RawRead,
        Contender.XminHeld {

  /** A handler and its settings; contenders with the same function share its warm process. */
  record Function(String handler, Map<String, String> settings) {}

  String name();

  String description();

  Function function();

  /** Which table is filled for it, if any. */
  Optional<Table> table();

  default SampleEvent event(long number) {
    return new SampleEvent(number);
  }

  /** What must have changed when it has finished. */
  Ledger expected(long events);

  default boolean holdsXmin() {
    return false;
  }

  record Sluice() implements Contender {
    @Override
    public String name() {
      return "sluice";
    }

    @Override
    public String description() {
      return "the relay as it is configured by default, in DRAIN mode, one lane";
    }

    @Override
    public Function function() {
      return new Function(FunctionName.RELAY.handler(), Map.of("SLUICE_MODE", "DRAIN"));
    }

    @Override
    public Optional<Table> table() {
      return Optional.of(Table.OUTBOX);
    }

    @Override
    public Ledger expected(long events) {
      return new Ledger(events, 0, events);
    }
  }

  record SluiceWithoutArchive() implements Contender {
    @Override
    public String name() {
      return "sluice-no-archive";
    }

    @Override
    public String description() {
      return "the same with SLUICE_RETENTION=0: delivered events are only deleted";
    }

    @Override
    public Function function() {
      return new Function(
          FunctionName.RELAY.handler(), Map.of("SLUICE_MODE", "DRAIN", "SLUICE_RETENTION", "0"));
    }

    @Override
    public Optional<Table> table() {
      return Optional.of(Table.OUTBOX);
    }

    @Override
    public Ledger expected(long events) {
      return new Ledger(events, 0, 0);
    }
  }

  record RowClaim() implements Contender {
    @Override
    public String name() {
      return "row-claim";
    }

    @Override
    public String description() {
      return "the usual relay: SKIP LOCKED claims of 500 rows, publish, mark as published";
    }

    @Override
    public Function function() {
      return new Function(RowClaimHandler.class.getName(), Map.of());
    }

    @Override
    public Optional<Table> table() {
      return Optional.of(Table.ROW_CLAIM);
    }

    @Override
    public Ledger expected(long events) {
      return new Ledger(events, 0, events);
    }
  }

  record RawProducer() implements Contender {
    @Override
    public String name() {
      return "raw-producer";
    }

    @Override
    public String description() {
      return "the Kafka producer alone, with records that lie ready: the broker's limit";
    }

    @Override
    public Function function() {
      return new Function(RawProducerHandler.class.getName(), Map.of());
    }

    @Override
    public Optional<Table> table() {
      return Optional.empty();
    }

    @Override
    public Ledger expected(long events) {
      return new Ledger(events, 0, 0);
    }
  }

  record RawRead() implements Contender {
    @Override
    public String name() {
      return "raw-read";
    }

    @Override
    public String description() {
      return "reading alone, 1,000 rows at a time by keyset: the database's limit";
    }

    @Override
    public Function function() {
      return new Function(RawReadHandler.class.getName(), Map.of());
    }

    @Override
    public Optional<Table> table() {
      return Optional.of(Table.OUTBOX);
    }

    @Override
    public Ledger expected(long events) {
      return new Ledger(0, events, 0);
    }
  }

  /** The same while somebody's transaction, begun before the events, keeps vacuum from working. */
  record XminHeld(Contender contender) implements Contender {
    @Override
    public String name() {
      return contender.name() + "-xmin-held";
    }

    @Override
    public String description() {
      return contender.name() + " while a transaction older than the events stays open";
    }

    @Override
    public Function function() {
      return contender.function();
    }

    @Override
    public Optional<Table> table() {
      return contender.table();
    }

    @Override
    public Ledger expected(long events) {
      return contender.expected(events);
    }

    @Override
    public boolean holdsXmin() {
      return true;
    }
  }
}
