package dev.sluice.relay.lane;

import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;
import dev.sluice.relay.testing.Environments;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A lane alone on the simulated log. Its threads do their work at once. */
final class LoneLane {

  private static final long TURN = Duration.ofMillis(50).toNanos();

  private final class LaneThread extends AtOnce {
    private final boolean sender;

    LaneThread(String name) {
      sender = name.startsWith("sluice-send");
    }

    @Override
    public void execute(Runnable task) {
      if (sender && holding) {
        sends.add(task);
      } else {
        task.run();
      }
    }
  }

  private final SimulatedDatabase database;
  private final Tasks tasks;
  private final RelayConfig config;
  private final Lane lane;
  private final Deque<Runnable> sends = new ArrayDeque<>();
  private boolean holding;

  /**
   * @param settings beside a batch of 1
   * @param instead by the name of a method of the log: its answer, or null for the database's
   */
  LoneLane(
      SimulatedDatabase database,
      PublisherProvider publisher,
      Map<String, String> settings,
      Function<String, @Nullable Object> instead) {
    this(database, publisher, settings, instead, config -> config);
  }

  LoneLane(
      SimulatedDatabase database,
      PublisherProvider publisher,
      Map<String, String> settings,
      Function<String, @Nullable Object> instead,
      UnaryOperator<RelayConfig> change) {
    this.database = database;
    Random random = new Random(1);
    config = change.apply(config(settings));
    EventLog log = changed(SimulatedLog.withoutLosses(database, random), instead);
    tasks = new Tasks(log, log, LaneThread::new);
    PublisherContext context = new PublisherContext(Map.of(), config.publishTimeout());
    Publishers publishers = new Publishers(List.of(publisher), context);
    lane =
        new Lane(
            config,
            config.subscriptions().getFirst(),
            new Peers(),
            tasks,
            publishers,
            database::nanos,
            random,
            Invocation.WHOLE,
            "lane",
            BlockedKeys.MOST_OF_STREAM);
    lane.begin(Deadlines.NEVER);
  }

  private static RelayConfig config(Map<String, String> settings) {
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "SLUICE_ROUTES", "[{\"stream\":\"*\",\"destination\":\"fake:one\"}]",
                "SLUICE_BATCH", "1",
                "SLUICE_LEASE", "3s",
                "SLUICE_PUBLISH_TIMEOUT", "1s",
                "SLUICE_RETRY", "200ms..1s x2"));
    environment.putAll(settings);
    return RelayConfig.parse(Environments.with(environment));
  }

  private static EventLog changed(EventLog log, Function<String, @Nullable Object> instead) {
    return (EventLog)
        Proxy.newProxyInstance(
            EventLog.class.getClassLoader(),
            new Class<?>[] {EventLog.class},
            (proxy, method, arguments) -> {
              Object answer = instead.apply(method.getName());
              try {
                return answer == null ? method.invoke(log, arguments) : answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  LoneLane endsAfter(Duration remaining) {
    lane.begin(Deadlines.of(config, database.nanos(), remaining));
    return this;
  }

  /** Calls reach no publisher any more. */
  LoneLane holdCalls() {
    holding = true;
    return this;
  }

  int callsHeld() {
    return sends.size();
  }

  void answerCalls() {
    holding = false;
    sends.forEach(Runnable::run);
  }

  /** False when the run is over. Time passes before the answers are seen. */
  boolean turn() {
    lane.step();
    database.pass(TURN);
    boolean working = lane.working();
    tasks.await(0);
    tasks.throwBug();
    return working;
  }

  void release() {
    lane.finish();
  }
}
