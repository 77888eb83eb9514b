package dev.sluice.relay.lane;

import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.spi.PublisherContext;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.random.RandomGenerator;

/** A lane whose threads take turns in a random order, with a clock of its own. */
final class SimulatedLane implements SimulatedPublisher.Sender {

  /** One of its threads: work waits until the simulation runs it. */
  private final class Worker extends AtOnce {
    private final String name;
    private final boolean reads;
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final Set<Runnable> late = Collections.newSetFromMap(new IdentityHashMap<>());
    private long since;

    Worker(String name) {
      this.name = name;
      reads = name.endsWith("read");
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

    boolean isOverdue() {
      long most = reads ? 8 * patience : patience;
      return !work.isEmpty() && database.nanos() - since > most;
    }

    boolean isReady() {
      return !work.isEmpty() && !(reads && slowReads && random.nextInt(4) > 0);
    }

    void step() {
      since = database.nanos();
      Runnable task = work.remove();
      excused = late.remove(task);
      task.run();
      excused = false;
    }
  }

  private static final int MOST_BLOCKED = 3;

  /** How much faster or slower a lane's clock is than the time. */
  private static final double DRIFT = 0.02;

  private final SimulatedDatabase database;
  private final RandomGenerator random;
  private final List<Worker> workers = new ArrayList<>();
  private final boolean slowReads;
  private final List<Runnable> answers = new ArrayList<>();
  private final SimulatedLog settler;
  private final Tasks tasks;
  private final Lane lane;
  private final long patience;
  private final long clockStart;
  private final double clockRate;
  private boolean excused;
  private boolean killed;
  private boolean finishing;
  private long wait;

  SimulatedLane(
      SimulatedDatabase database,
      SimulatedBroker broker,
      RandomGenerator random,
      PlantedFault fault,
      RelayConfig config,
      String name,
      Trace trace) {
    this.database = database;
    this.random = random;
    patience = config.publishTimeout().toNanos() / 8;
    clockStart = random.nextLong(Duration.ofDays(100).toNanos());
    clockRate = 1 + DRIFT * (2 * random.nextDouble() - 1);
    settler = new SimulatedLog(database, random, fault, name, trace);
    tasks =
        new Tasks(new SimulatedLog(database, random, fault, name, trace), settler, this::worker);
    SimulatedPublisher publisher = new SimulatedPublisher(broker, random.nextBoolean(), this);
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
            this::clock,
            random,
            invocation,
            name,
            MOST_BLOCKED);
    lane.begin(
        random.nextBoolean()
            ? Deadlines.NEVER
            : Deadlines.of(config, clock(), Duration.ofSeconds(5 + random.nextInt(60))));
  }

  private long clock() {
    return clockStart + (long) (database.nanos() * clockRate);
  }

  private ExecutorService worker(String name) {
    for (Worker worker : workers) {
      if (worker.name.equals(name)) {
        return worker;
      }
    }
    Worker worker = new Worker(name);
    workers.add(worker);
    return worker;
  }

  @Override
  public void killed() {
    killed = true;
  }

  @Override
  public void later(Runnable answer) {
    answers.add(answer);
  }

  @Override
  public long token() {
    return settler.token();
  }

  @Override
  public boolean isExcused(int shard) {
    return excused || database.shards.isRobbed(token(), shard);
  }

  /** Whatever its threads were about to do is late when it goes on. */
  void freeze() {
    workers.forEach(worker -> worker.late.addAll(worker.work));
  }

  /** False when the run is over. */
  boolean step() {
    return !killed && stepAlive() && !killed;
  }

  private boolean stepAlive() {
    int ready = 0;
    Worker[] any = new Worker[workers.size()];
    for (Worker worker : workers) {
      if (worker.isReady()) {
        any[ready++] = worker;
      }
    }
    int choice = random.nextInt(2 + ready + (answers.isEmpty() ? 0 : 1));
    if (choice < 2) {
      return turn();
    }
    if (choice < 2 + ready) {
      any[choice - 2].step();
    } else {
      answers.remove(random.nextInt(answers.size())).run();
    }
    wait = 0;
    return true;
  }

  private boolean turn() {
    tasks.await(0);
    boolean working = lane.working();
    if (working) {
      wait = lane.step();
    } else {
      finishing = true;
      workers.forEach(this::finish);
      if (!killed) {
        lane.finish();
        tasks.throwBug();
      }
    }
    return working;
  }

  private void finish(Worker worker) {
    while (!worker.work.isEmpty() && !killed) {
      worker.step();
    }
  }

  /** How long nothing happens in it by itself. */
  long idle() {
    boolean busy = !answers.isEmpty();
    for (Worker worker : workers) {
      busy |= !worker.work.isEmpty();
    }
    return busy || killed ? 0 : wait;
  }

  /** A thread that has work gets its turn before long, unless the lane is frozen. */
  void hurry() {
    for (int i = 0; i < workers.size() && !killed; i++) {
      if (workers.get(i).isOverdue()) {
        workers.get(i).step();
      }
    }
  }

  /** Of the payloads that it has in memory. */
  long bytes() {
    return lane.bytes();
  }
}
