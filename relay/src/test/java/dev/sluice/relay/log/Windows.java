package dev.sluice.relay.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.EventLog.Page;
import dev.sluice.relay.lane.EventLog.PageRequest;
import dev.sluice.relay.lane.EventLog.PageRequest.Wanted;
import dev.sluice.relay.lane.LogEvent;
import dev.sluice.relay.lane.Position;
import dev.sluice.relay.lane.ShardSet;
import dev.sluice.relay.lane.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Reads windows from the beginning of the log up to now. */
final class Windows {

  static final long MEGABYTE = 1 << 20;
  static final long ROOM = 48 * MEGABYTE;

  private Windows() {}

  static Position begin(PostgresLog log) {
    return new Position(
        Snapshot.NOTHING, log.news(Map.of(Snapshot.NOTHING, ShardSet.NONE)).now(), 0, 0);
  }

  static Wanted wanted(String stream, Position position, int limit) {
    return new Wanted(stream, ShardSet.ALL, position, limit);
  }

  static Page page(PostgresLog log, long maxBytes, int limit, String... streams) {
    Position position = begin(log);
    return log.page(
        new PageRequest(
            List.of(streams).stream().map(s -> wanted(s, position, limit)).toList(), maxBytes));
  }

  static List<LogEvent> readAll(PostgresLog log, String stream) {
    List<LogEvent> events = new ArrayList<>();
    walk(log, stream, ROOM, 1000, part -> events.addAll(part.events()));
    return events;
  }

  /** Page by page to the end of the window. */
  static void walk(
      PostgresLog log, String stream, long maxBytes, int limit, Consumer<Page.Found> visit) {
    Position position = begin(log);
    boolean exhausted = false;
    while (!exhausted) {
      PageRequest request = new PageRequest(List.of(wanted(stream, position, limit)), maxBytes);
      Page.Found part = log.page(request).parts().getFirst();
      exhausted = part.exhausted();
      assertThat(exhausted || !part.events().isEmpty()).as("the page moves on").isTrue();
      visit.accept(part);
      if (!exhausted) {
        long last = part.events().getLast().seq();
        position = new Position(position.since(), position.target(), last, 0);
      }
    }
  }
}
