package dev.sluice.relay.lane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.lane.EventLog.News;
import dev.sluice.relay.lane.EventLog.News.Fresh;
import dev.sluice.relay.lane.EventLog.Page;
import dev.sluice.relay.lane.EventLog.PageRequest;
import dev.sluice.relay.lane.EventLog.PageRequest.Wanted;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rules of reading: windows between two snapshots. */
interface WindowContract extends LogContract {

  @Test
  default void newsNameTheFirstEventAndCountThem() {
    long first = append(KEY);
    append(OTHER);
    long ofOther = append(new EventKey("b", "k1"));
    assertThat(news().fresh())
        .containsExactlyInAnyOrder(
            new Fresh("a", ShardSet.ALL, first, 2), new Fresh("b", ShardSet.ALL, ofOther, 1));
  }

  @Test
  default void newsAreOfTheShardsThatWereAskedFor() {
    ShardSet shard = ShardSet.of(read(KEY, append(KEY)).shard());
    assertThat(log().news(Map.of(Snapshot.NOTHING, shard)).fresh()).hasSize(1);
    ShardSet others = ShardSet.ALL.without(shard);
    assertThat(log().news(Map.of(Snapshot.NOTHING, others)).fresh()).isEmpty();
  }

  @Test
  default void eachGroupOfShardsHasNewsSinceItsOwnSnapshot() {
    long seq = append(KEY);
    ShardSet shard = ShardSet.of(read(KEY, seq).shard());
    append(new EventKey("b", "k1"));
    Map<Snapshot, ShardSet> since =
        Map.of(Snapshot.NOTHING, shard, news().now(), ShardSet.ALL.without(shard));
    assertThat(log().news(since).fresh()).contains(new Fresh("a", shard, seq, 1));
    Map<Snapshot, ShardSet> other =
        Map.of(news().now(), shard, Snapshot.NOTHING, ShardSet.ALL.without(shard));
    assertThat(log().news(other).fresh()).extracting(Fresh::stream).doesNotContain("a");
  }

  @Test
  default void nothingIsNewTwice() {
    append(KEY);
    News first = news();
    assertThat(log().news(Map.of(first.now(), ShardSet.ALL)).fresh()).isEmpty();
    long second = append(KEY);
    assertThat(log().news(Map.of(first.now(), ShardSet.ALL)).fresh())
        .containsExactly(new Fresh("a", ShardSet.ALL, second, 1));
  }

  @Test
  default void eventOfATransactionThatEndsLateIsNewWhenItEnds() {
    long slow = begin();
    long early = append(slow, KEY, 1);
    long late = append(KEY);
    News before = news();
    assertThat(before.fresh()).containsExactly(new Fresh("a", ShardSet.ALL, late, 1));
    commit(slow);
    News after = log().news(Map.of(before.now(), ShardSet.ALL));
    assertThat(after.fresh()).containsExactly(new Fresh("a", ShardSet.ALL, early, 1));
    assertThat(LogContract.seqs(window(before, after, 0, 10).events())).containsExactly(early);
  }

  private Page.Found window(News since, News target, long seq, int limit) {
    Position at = new Position(since.now(), target.now(), seq, 0);
    return page(new Wanted("a", ShardSet.ALL, at, limit), BYTES);
  }

  @Test
  default void eventOfATransactionThatAbortsIsNeverRead() {
    News before = news();
    long transaction = begin();
    append(transaction, KEY, 1);
    abort(transaction);
    News after = log().news(Map.of(before.now(), ShardSet.ALL));
    assertThat(after.fresh()).isEmpty();
    assertThat(window(before, after, 0, 10).events()).isEmpty();
  }

  @Test
  default void pageHoldsWhatTheTargetSeesAndNoMore() {
    News since = news();
    long inside = append(KEY);
    News target = news();
    append(KEY);
    Page.Found page = window(since, target, 0, 10);
    assertThat(LogContract.seqs(page.events())).containsExactly(inside);
    assertThat(page.exhausted()).isTrue();
  }

  @Test
  default void pagesGoOnBehindTheLastEventInOrder() {
    List<Long> all = List.of(append(KEY), append(OTHER), append(KEY), append(OTHER));
    News target = news();
    News start = new News(Snapshot.NOTHING, List.of());
    Page.Found first = window(start, target, 0, 3);
    assertThat(LogContract.seqs(first.events())).isEqualTo(all.subList(0, 3));
    assertThat(first.exhausted()).isFalse();
    Page.Found second = window(start, target, all.get(2), 3);
    assertThat(LogContract.seqs(second.events())).isEqualTo(all.subList(3, 4));
    assertThat(second.exhausted()).isTrue();
  }

  @Test
  default void fullPageDoesNotSayThatItIsTheLast() {
    append(KEY);
    append(KEY);
    assertThat(page("a", 2, BYTES).exhausted()).isFalse();
  }

  @Test
  default void pageIsOfTheStreamAndTheShardsThatWereAskedFor() {
    LogEvent event = read(KEY, append(KEY));
    append(new EventKey("b", "k1"));
    ShardSet shard = ShardSet.of(event.shard());
    Position all = new Position(Snapshot.NOTHING, news().now(), 0, 0);
    assertThat(LogContract.seqs(page(new Wanted("a", shard, all, 10), BYTES).events()))
        .containsExactly(event.seq());
    ShardSet others = ShardSet.ALL.without(shard);
    assertThat(page(new Wanted("a", others, all, 10), BYTES).events()).isEmpty();
  }

  @Test
  default void pageEndsWithItsBytesAndHasOneEventAtLeast() {
    long transaction = begin();
    long first = append(transaction, KEY, 60_000);
    append(transaction, KEY, 60_000);
    commit(transaction);
    Page.Found page = page("a", 10, 100_000);
    assertThat(LogContract.seqs(page.events())).containsExactly(first);
    assertThat(page.exhausted()).isFalse();
    assertThat(LogContract.seqs(page("a", 10, 50_000).events())).containsExactly(first);
    assertThat(page("a", 10, 130_000).events()).hasSize(2);
  }

  @Test
  default void partForWhichNoRoomIsLeftIsNotExhausted() {
    long transaction = begin();
    append(transaction, KEY, 60_000);
    append(transaction, new EventKey("b", "k1"), 60_000);
    commit(transaction);
    Position all = new Position(Snapshot.NOTHING, news().now(), 0, 0);
    List<Wanted> parts =
        List.of(new Wanted("a", ShardSet.ALL, all, 10), new Wanted("b", ShardSet.ALL, all, 10));
    List<Page.Found> found = log().page(new PageRequest(parts, 100_000)).parts();
    assertThat(found.getFirst().events()).hasSize(1);
    assertThat(found.getLast()).isEqualTo(new Page.Found(List.of(), false));
  }

  @Test
  default void eventOfTheLogIsAtItsFirstAttempt() {
    LogEvent event = read(KEY, append(KEY));
    assertThat(event.message().attempt()).isEqualTo(1);
    assertThat(event.key()).isEqualTo(KEY);
    assertThat(event.held()).isFalse();
  }
}
