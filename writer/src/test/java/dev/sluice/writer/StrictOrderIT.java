package dev.sluice.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(300)
final class StrictOrderIT {

  @RegisterExtension static final Database DATABASE = new Database();

  private final Outbox strict = Outbox.builder().strictOrder(true).build();
  private final ExecutorService others = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    others.shutdownNow();
  }

  @Test
  void laterAppendToAKeyWaitsForTheEarlierCommit() throws Exception {
    Connection first = DATABASE.application();
    UUID earlier = strict.append(first, event("k"));
    Future<UUID> later = appendAndCommit(strict, event("k"));

    DATABASE.awaitWaiter("advisory");
    assertThat(DATABASE.idsInOrder()).as("nobody can see the later event first").isEmpty();
    first.commit();

    String last = later.get().toString();
    assertThat(DATABASE.idsInOrder()).containsExactly(earlier.toString(), last);
  }

  /** The control: what strict order prevents. */
  @Test
  void withoutStrictOrderTheLaterNumberMayCommitFirst() throws Exception {
    Outbox relaxed = Outbox.create();
    Connection first = DATABASE.application();
    UUID lower = relaxed.append(first, event("k"));
    UUID higher = appendAndCommit(relaxed, event("k")).get();

    assertThat(DATABASE.idsInOrder()).containsExactly(higher.toString());
    first.commit();

    assertThat(DATABASE.idsInOrder()).containsExactly(lower.toString(), higher.toString());
  }

  @Test
  void rollbackLetsTheNextOneIn() throws Exception {
    Connection first = DATABASE.application();
    strict.append(first, event("k"));
    Future<UUID> later = appendAndCommit(strict, event("k"));
    DATABASE.awaitWaiter("advisory");

    first.rollback();

    String committed = later.get().toString();
    assertThat(DATABASE.idsInOrder()).containsOnlyOnce(committed);
  }

  @Test
  void otherKeysAndStreamsDoNotWait() throws Exception {
    Connection first = DATABASE.application();
    strict.append(first, event("k"));

    UUID otherKey = appendAndCommit(strict, event("l")).get();
    OutboxEvent sameKey = OutboxEvent.of("refunds", "Refunded").key("k").json("1").build();
    UUID otherStream = appendAndCommit(strict, sameKey).get();

    assertThat(DATABASE.idsInOrder()).containsExactly(otherKey.toString(), otherStream.toString());
  }

  @Test
  void batchesThatShareKeysInAnyOrderDoNotDeadlock() throws Exception {
    List<OutboxEvent> oneWay = events("a", "b", "c", "d");
    List<OutboxEvent> otherWay = events("d", "c", "b", "a");
    Connection holder = DATABASE.application();
    strict.append(holder, events("b", "d", "a", "c"));
    Future<?> one = others.submit(committing(strict, oneWay));
    DATABASE.awaitWaiters("advisory", 1);
    Future<?> other = others.submit(committing(strict, otherWay));
    DATABASE.awaitWaiters("advisory", 2);

    holder.commit();

    one.get();
    other.get();
    assertThat(DATABASE.idsInOrder()).hasSize(12);
  }

  /** The control: the limit that {@link Outbox.Builder#strictOrder} speaks of. */
  @Test
  void severalAppendsInOppositeOrderDoDeadlock() throws Exception {
    Connection one = DATABASE.application();
    Connection other = DATABASE.application();
    strict.append(one, event("a"));
    strict.append(other, event("b"));
    Future<?> waiting = others.submit(() -> strict.append(one, event("b")));
    DATABASE.awaitWaiter("advisory");

    String victim =
        Database.stateOf(
            () -> {
              strict.append(other, event("a"));
              other.commit();
              waitFor(waiting);
            });

    assertThat(victim).isEqualTo("40P01");
  }

  @Test
  void keysBeyondTheLockTableAreRefusedBeforeAnyIsLocked() throws Exception {
    Connection connection = DATABASE.application();
    List<OutboxEvent> allowed =
        IntStream.range(0, KeyLocks.MAX_KEYS).mapToObj(i -> event("k" + i)).toList();
    List<OutboxEvent> tooMany = Stream.concat(allowed.stream(), Stream.of(event("x"))).toList();

    assertThatExceptionOfType(IllegalArgumentException.class)
        .isThrownBy(() -> strict.append(connection, tooMany))
        .withMessageContaining("1001 distinct keys");
    strict.append(connection, allowed);
    connection.commit();

    assertThat(DATABASE.idsInOrder()).hasSize(KeyLocks.MAX_KEYS);
  }

  @Test
  void manyEventsOfOneKeyTakeOneLock() throws Exception {
    Connection connection = DATABASE.application();
    strict.append(connection, Collections.nCopies(5_000, "k").stream().map(this::event).toList());

    String advisoryLocks =
        """
        SELECT count(*) FROM pg_locks JOIN pg_database d ON d.oid = database
        WHERE locktype = 'advisory' AND datname = current_database()
        """;
    assertThat(DATABASE.read(advisoryLocks)).containsExactly("1");
    connection.commit();
    assertThat(DATABASE.idsInOrder()).hasSize(5_000);
  }

  private Future<UUID> appendAndCommit(Outbox outbox, OutboxEvent event) {
    Callable<List<UUID>> work = committing(outbox, List.of(event));
    return others.submit(() -> work.call().get(0));
  }

  private Callable<List<UUID>> committing(Outbox outbox, List<OutboxEvent> events) {
    return () -> {
      Connection connection = DATABASE.application();
      List<UUID> ids = outbox.append(connection, events);
      connection.commit();
      return ids;
    };
  }

  private static void waitFor(Future<?> future) throws Exception {
    try {
      future.get(3, TimeUnit.MINUTES);
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw failure;
    }
  }

  private List<OutboxEvent> events(String... keys) {
    return Stream.of(keys).map(this::event).toList();
  }

  private OutboxEvent event(String key) {
    return OutboxEvent.of("orders", "OrderPlaced").key(key).json("1").build();
  }
}
