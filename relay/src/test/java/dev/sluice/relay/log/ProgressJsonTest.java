package dev.sluice.relay.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.lane.Position;
import dev.sluice.relay.lane.Progress;
import dev.sluice.relay.lane.ShardSet;
import dev.sluice.relay.lane.Snapshot;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ProgressJsonTest {

  private static final Snapshot OLD = Snapshot.parse("10:14:10,12", 111);
  private static final Snapshot NEW = Snapshot.parse("20:20:", 222);

  @Test
  void nextOwnerReadsWhatTheLastOneWrote() throws IOException {
    ShardSet shards = ShardSet.of(List.of(0, 3, 15));
    Progress progress =
        new Progress(
            shards,
            NEW,
            Map.of(
                "at rest", new Position(OLD, null, 0, 7),
                "in a \"window\"", new Position(OLD, NEW, 5_000_000_000L, 6_000_000_000L)));
    assertThat(ProgressJson.read(shards, only(ProgressJson.write(List.of(progress)))))
        .isEqualTo(progress);
  }

  @Test
  void shardsWithoutProgressBeginAtTheStartOfTheLog() {
    assertThat(ProgressJson.read(ShardSet.ALL, null)).isEqualTo(Progress.none(ShardSet.ALL));
  }

  private static String only(String document) throws IOException {
    return JSON.std.asString(JSON.std.listFrom(document).getFirst());
  }
}
