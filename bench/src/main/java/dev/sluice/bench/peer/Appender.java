package dev.sluice.bench.peer;

import dev.sluice.bench.SampleEvent;
import dev.sluice.writer.Outbox;
import dev.sluice.writer.OutboxEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** An application that only appends: so many events in each transaction, one way or another. */
public final class Appender implements Peer {

  public static final String WAY = "APPEND_WAY";
  public static final String BATCH = "APPEND_BATCH";

  /** How an application appends. */
  public enum Way {
    INSERT,
    FUNCTION,
    JAVA,
    ROW_CLAIM
  }

  private static final String INSERT =
      """
      INSERT INTO %s (id, stream, event_type, aggregate_type, aggregate_id, partition_key, headers, payload)
      VALUES (?, ?, ?, ?, ?, ?, ?::json, ?::json)
      """;
  private static final String FUNCTION =
      """
      SELECT outbox.append(id => ?, stream => ?, event_type => ?, aggregate_type => ?, aggregate_id => ?,
        partition_key => ?, headers => ?::json, payload => ?::json)
      """;

  private final PeerSettings settings = PeerSettings.read();
  private final Way way = Way.valueOf(settings.value(WAY));
  private final int batch = Integer.parseInt(settings.value(BATCH));
  private final Outbox outbox = Outbox.create();
  private final Connection connection = settings.connect();
  private final PreparedStatement statement = connection.prepareStatement(sql());

  public Appender() throws SQLException {
    connection.setAutoCommit(false);
  }

  private String sql() {
    return switch (way) {
      case INSERT, JAVA -> INSERT.formatted("outbox.event");
      case FUNCTION -> FUNCTION;
      case ROW_CLAIM -> INSERT.formatted("row_claim.event");
    };
  }

  @Override
  public long handle(long events) throws SQLException {
    for (long first = 0; first < events; first += batch) {
      append(LongStream.range(first, Math.min(events, first + batch)));
      connection.commit();
    }
    return events;
  }

  private void append(LongStream numbers) throws SQLException {
    List<SampleEvent> events = new ArrayList<>();
    numbers.mapToObj(SampleEvent::new).forEach(events::add);
    if (way == Way.JAVA) {
      outbox.append(connection, events.stream().map(Appender::event).toList());
    } else if (way == Way.FUNCTION) {
      for (SampleEvent event : events) {
        bind(event);
        statement.executeQuery().close();
      }
    } else {
      for (SampleEvent event : events) {
        bind(event);
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  private static OutboxEvent event(SampleEvent event) {
    return OutboxEvent.of(SampleEvent.STREAM, SampleEvent.TYPE)
        .id(event.id())
        .aggregate(SampleEvent.AGGREGATE_TYPE, event.key())
        .header("traceparent", event.traceparent())
        .header("correlation-id", event.correlationId())
        .json(event.payload())
        .build();
  }

  private void bind(SampleEvent event) throws SQLException {
    statement.setObject(1, event.id());
    statement.setString(2, SampleEvent.STREAM);
    statement.setString(3, SampleEvent.TYPE);
    statement.setString(4, SampleEvent.AGGREGATE_TYPE);
    statement.setString(5, event.key());
    statement.setString(6, event.key());
    statement.setString(7, event.headersJson());
    statement.setString(8, event.payload());
  }
}
