package dev.sluice.relay.lane;

import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.spi.PublisherContext;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** A lane whose threads take turns in a random order. */
final class SimulatedLane {

  /** One of its threads: work waits until the simulation runs it. */
  private final class Worker extends AbstractExecutorService {
    private final String name;
    private final Deque<Runnable> work = new ArrayDeque<>();
    private long since;

    Worker(String name) {
      this.name = name;
    }

    @Override
    public void execute(Runnable task) {
      if (finishing) {
        task.run();
      } else {
        since = work.isEmpty() ? database.nanos() : since;
        work.add(task);
      }
    }

    long patience() {
      return name.endsWith("read") ? 8 * patience : patience;
    }

    void step() {
      since = database.nanos();
      work.remove().run();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
      return List.of();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }

  private static final int MOST_BLOCKED = 3;

  private final SimulatedDatabase database;
  private final Random random;
  private final Map<String, Worker> workers = new TreeMap<>();
  private final boolean slowReads;
  private final List<Runnable> answers = new ArrayList<>();
  private final Tasks tasks;
  private final Lane lane;
  private final long patience;
  private boolean frozen;
  private boolean killed;
  private boolean finishing;

  SimulatedLane(
      SimulatedDatabase database,
      SimulatedBroker broker,
      Random random,
      PlantedFault fault,
      RelayConfig config) {
    this.database = database;
    this.random = random;
    patience = config.publishTimeout().toNanos() / 8;
    tasks =
        new Tasks(
            new SimulatedLog(database, random, fault),
            new SimulatedLog(database, random, fault),
            this::worker);
    SimulatedPublisher publisher =
        new SimulatedPublisher(
            broker, random.nextBoolean(), () -> frozen, answers::add, () -> killed = true);
    Publishers publishers =
        new Publishers(List.of(publisher), new PublisherContext(Map.of(), config.publishTimeout()));
    slowReads = random.nextInt(3) == 0;
    Invocation invocation =
        random.nextBoolean()
            ? Invocation.WHOLE
            : Invocation.share(random.nextInt(2), 2, random.nextBoolean());
    lane =
        new Lane(
            config,
            config.subscriptions().getFirst(),
            new Peers(),
            tasks,
            publishers,
            database::nanos,
            random,
            invocation,
            "lane",
            MOST_BLOCKED);
    lane.begin(
        random.nextBoolean()
            ? Deadlines.NEVER
            : Deadlines.of(config, database.nanos(), Duration.ofSeconds(5 + random.nextInt(60))));
  }

  private ExecutorService worker(String name) {
    return workers.computeIfAbsent(name, Worker::new);
  }

  void freeze() {
    frozen = true;
  }

  /** False when the run is over. */
  boolean step() {
    return !killed && stepAlive() && !killed;
  }

  private boolean stepAlive() {
    List<Worker> ready = workers.values().stream().filter(this::isReady).toList();
    int choice = random.nextInt(2 + ready.size() + (answers.isEmpty() ? 0 : 1));
    if (choice < 2) {
      return turn();
    }
    if (choice < 2 + ready.size()) {
      ready.get(choice - 2).step();
    } else {
      answers.remove(random.nextInt(answers.size())).run();
    }
    return true;
  }

  private boolean isReady(Worker worker) {
    boolean slow = slowReads && worker.name.endsWith("read") && random.nextInt(4) > 0;
    return !worker.work.isEmpty() && !slow;
  }

  private boolean turn() {
    tasks.await(0);
    boolean working = lane.working();
    if (working) {
      lane.step();
    } else {
      finishing = true;
      workers.values().forEach(this::finish);
      if (!killed) {
        lane.finish();
        tasks.throwBug();
      }
    }
    return working;
  }

  private void finish(Worker worker) {
    while (!worker.work.isEmpty() && !killed) {
      worker.work.remove().run();
    }
  }

  /** A thread that has work gets its turn before long, unless the lane is frozen. */
  void hurry() {
    for (Worker worker : List.copyOf(workers.values())) {
      if (!killed
          && !worker.work.isEmpty()
          && database.nanos() - worker.since > worker.patience()) {
        worker.step();
      }
    }
  }
}
