package dev.sluice.relay.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.EventLog.News;
import dev.sluice.relay.lane.EventLog.Page;
import dev.sluice.relay.lane.EventLog.PageRequest;
import dev.sluice.relay.lane.Position;
import dev.sluice.relay.lane.ShardSet;
import dev.sluice.relay.lane.Snapshot;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Streams are found by the news whatever their number and their names. */
final class ManyStreamsIT {

  private static final int STREAMS = 20_000;
  private static final int PARTS = 50;

  private final LogDatabase database = new LogDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  @Test
  void eachOfTwentyThousandStreamsIsReadToItsEnd() throws SQLException {
    database.execute(
        """
        INSERT INTO outbox.event (stream, event_type, payload)
        SELECT 'it''s \\ 100%% "' || i %% %1$d, 'T', '1' FROM generate_series(1, %1$d * 2) i
        """
            .formatted(STREAMS));
    News news = database.log().news(Map.of(Snapshot.NOTHING, ShardSet.ALL));
    assertThat(news.fresh()).hasSize(STREAMS).allSatisfy(f -> assertThat(f.count()).isEqualTo(2));

    Position position = new Position(Snapshot.NOTHING, news.now(), 0, 0);
    List<String> read = new ArrayList<>();
    for (int i = 0; i < STREAMS; i += PARTS) {
      List<PageRequest.Wanted> parts =
          news.fresh().subList(i, i + PARTS).stream()
              .map(fresh -> Windows.wanted(fresh.stream(), position, 20))
              .toList();
      for (Page.Found part : database.log().page(new PageRequest(parts, Windows.ROOM)).parts()) {
        assertThat(part.exhausted()).isTrue();
        part.events().forEach(event -> read.add(event.message().stream()));
      }
    }
    assertThat(read).hasSize(2 * STREAMS).doesNotContainNull();
    assertThat(read.stream().distinct()).hasSize(STREAMS);
  }
}
