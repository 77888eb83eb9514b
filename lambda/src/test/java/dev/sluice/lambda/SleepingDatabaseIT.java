package dev.sluice.lambda;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import dev.sluice.lambda.testing.InvocationContext;
import dev.sluice.lambda.testing.SleepingDatabase;
import dev.sluice.lambda.testing.SleepingDatabase.Early;
import dev.sluice.relay.testing.EmptyDatabase;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Aurora Serverless resumes in about 15 s, and in more when it has slept for long. The time-outs
 * are what is tested, so the test takes that long; all functions wait beside each other.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SleepingDatabaseIT {

  private static final Duration RESUME = Duration.ofSeconds(20);

  /** As the relay's function has it. */
  private static final int TIMEOUT_MILLIS = 75_000;

  /** A function that was invoked, and the database that it woke. */
  private static final class Woken {
    private final SleepingDatabase database;
    private final CompletableFuture<String> answer;

    Woken(SleepingDatabase database, RequestStreamHandler handler) {
      this.database = database;
      answer =
          CompletableFuture.supplyAsync(
              () -> invoke(handler, TIMEOUT_MILLIS), task -> Thread.ofPlatform().start(task));
    }

    /** Of a login that waited for the answer, or of the one after that which was dropped. */
    String answer() {
      String text = answer.join();
      assertThat(database.asleep()).as("logins while it slept").isEqualTo(1);
      return text;
    }
  }

  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);
  private final Map<Early, TestDatabase> migrated = new EnumMap<>(Early.class);
  private final Map<Early, EmptyDatabase> empty = new EnumMap<>(Early.class);
  private final Map<Early, Woken> relays = new EnumMap<>(Early.class);
  private final Map<Early, Woken> measures = new EnumMap<>(Early.class);
  private final Map<Early, Woken> migrations = new EnumMap<>(Early.class);

  @BeforeAll
  void invokeAll() {
    for (Early early : Early.values()) {
      TestDatabase database = migrated.computeIfAbsent(early, _ -> new TestDatabase());
      EmptyDatabase without = empty.computeIfAbsent(early, _ -> new EmptyDatabase());
      database.append("orders", 5, 5);
      relays.put(early, wake(database.url(), early, "outbox_relay", RelayHandler::new));
      measures.put(early, wake(database.url(), early, "outbox_operator", OpsHandler::new));
      migrations.put(early, wake(without.url(), early, "admin", MigrateHandler::new));
    }
  }

  @AfterAll
  void drop() {
    relays.values().forEach(woken -> woken.database.close());
    measures.values().forEach(woken -> woken.database.close());
    migrations.values().forEach(woken -> woken.database.close());
    migrated.values().forEach(TestDatabase::close);
    empty.values().forEach(EmptyDatabase::close);
  }

  private Woken wake(
      String url,
      Early early,
      String user,
      Function<Map<String, String>, RequestStreamHandler> handler) {
    SleepingDatabase asleep = new SleepingDatabase(url, RESUME, early);
    return new Woken(asleep, handler.apply(environment(asleep.url(), user)));
  }

  private Map<String, String> environment(String url, String user) {
    Map<String, String> environment = EmptyDatabase.environment(url, user);
    environment.put("SLUICE_MODE", "DRAIN");
    environment.put("SLUICE_ROUTES", TestRelay.routeTo(name));
    return environment;
  }

  private static String invoke(RequestStreamHandler handler, int millis) {
    try {
      InvocationContext context = new InvocationContext(() -> millis, null);
      return InvocationContext.invoke(handler, "{\"action\": \"measure\"}", context);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void relayInDrainPublishesWhenItHasResumed(Early early) {
    assertThat(requireNonNull(relays.get(early)).answer()).contains("\"published\":5,");
    assertThat(broker.delivered()).hasSizeGreaterThanOrEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource
  void measureWaitsForIt(Early early) {
    assertThat(requireNonNull(measures.get(early)).answer()).contains("\"action\":\"measure\"");
  }

  @ParameterizedTest
  @EnumSource
  void migrationWaitsForIt(Early early) {
    assertThat(requireNonNull(migrations.get(early)).answer()).contains("\"migrations\":1,");
  }

  /** The answer would look like that of an outbox without events. */
  @Test
  void invocationThatEndsBeforeTheLoginIsAnsweredFails() {
    try (SleepingDatabase asleep =
        new SleepingDatabase(
            requireNonNull(migrated.get(Early.ANSWERED)).url(), RESUME, Early.ANSWERED)) {
      RelayHandler handler = new RelayHandler(environment(asleep.url(), "outbox_relay"));
      assertThatIllegalStateException()
          .isThrownBy(() -> invoke(handler, 2_000))
          .withMessageContaining("the database is out of reach; ")
          .withMessageContaining("(08001: java.sql.SQLException: the login was not answered)");
    }
  }
}
