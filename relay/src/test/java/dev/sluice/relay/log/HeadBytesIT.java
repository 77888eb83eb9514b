package dev.sluice.relay.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.EventKey;
import dev.sluice.relay.lane.EventLog.HeadRequest;
import dev.sluice.relay.lane.EventLog.HeldHeads;
import dev.sluice.relay.lane.LogEvent;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Held events are read within the bytes of a page, and a key that found no room is named. */
final class HeadBytesIT {

  private final LogDatabase database = new LogDatabase();

  @AfterEach
  void drop() {
    database.close();
  }

  /** {@code count} events of each of some keys, of some bytes. */
  private void hold(int keys, int count, long bytes) throws SQLException {
    database.execute(
        """
        INSERT INTO outbox.held (subscription, seq, status, created_at, id, slot, shard, stream, event_type,
          partition_key, content_type, payload)
        SELECT 'main', i, 'WAITING', now(), gen_random_uuid(), 0, 0, 's', 'T', 'k' || i %% %1$d, 'text', payload
        FROM (SELECT to_json(repeat('x', %3$d)) AS payload OFFSET 0) p, generate_series(1, %1$d * %2$d) i
        """
            .formatted(keys, count, bytes));
  }

  private HeldHeads heads(int keys, int limit, long room) {
    List<EventKey> named =
        IntStream.range(0, keys).mapToObj(i -> new EventKey("s", "k" + i)).toList();
    return database.log().heads(new HeadRequest(named, limit, room));
  }

  private static long bytes(List<LogEvent> events) {
    return events.stream().mapToLong(event -> event.message().payload().length).sum();
  }

  @Test
  void eventsComeInOrderOfAllKeysUpToTheLimitOfEach() throws SQLException {
    hold(3, 10, 10);
    HeldHeads heads = heads(4, 5, Windows.ROOM);
    assertThat(heads.events()).extracting(LogEvent::seq).containsExactlyElementsOf(oneTo(15));
    assertThat(heads.events()).allMatch(LogEvent::held);
    assertThat(heads.unread()).isEmpty();
  }

  private static List<Long> oneTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }

  @Test
  void keysWithoutRoomAreNamedAndTheFirstAlwaysHasRoom() throws SQLException {
    hold(6, 2, 3 * Windows.MEGABYTE);
    HeldHeads heads = heads(6, 1, 10 * Windows.MEGABYTE);
    assertThat(heads.events()).extracting(event -> event.message().key()).contains("k0");
    assertThat(bytes(heads.events())).isLessThanOrEqualTo(10 * Windows.MEGABYTE);
    assertThat(heads.events().size() + heads.unread().size()).isEqualTo(6);
    assertThat(heads(6, 1, 1).events()).hasSize(1);
  }

  @Test
  void keyWithoutEventsIsNotNamedAsUnread() throws SQLException {
    hold(1, 1, 10);
    assertThat(heads(3, 50, Windows.ROOM).unread()).isEmpty();
  }

  @Test
  void manyKeysInLittleRoomAreReadInTurn() throws SQLException {
    hold(100, 20, 1000);
    List<Integer> sizes = new ArrayList<>();
    for (long room : new long[] {100_000, 1_000_000, 10_000_000}) {
      HeldHeads heads = heads(100, 20, room);
      assertThat(bytes(heads.events())).isLessThanOrEqualTo(room);
      sizes.add(heads.events().size());
    }
    assertThat(sizes).isSorted().last().isEqualTo(600);
  }

  @Test
  void heldEventThatIsTooLargeIsNotLoaded() throws SQLException {
    hold(2, 1, 20 * Windows.MEGABYTE);
    LogEvent event = heads(2, 50, Windows.ROOM).events().getFirst();
    assertThat(event.message().payload()).isEmpty();
    assertThat(Objects.requireNonNull(event.undeliverable()).code()).isEqualTo("TOO_LARGE");
  }
}
