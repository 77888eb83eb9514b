package dev.sluice.local.chaos;

import static dev.sluice.local.chaos.Disturbances.now;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** The faults of PostgreSQL, of the broker, and of the connections with them. */
final class ServerFaults {

  private static final int START_TRIES = 40;
  private static final int PAUSE_MILLIS = 250;
  private static final int LONGEST_ABSENCE_MILLIS = 2_000;
  private static final int LONGEST_DELAY_MILLIS = 60;
  private static final int SLOW_MILLIS = 3_000;

  private final ChaosServices services;
  private final ShardWatch watch;
  private final Disturbances disturbances;
  private final RandomGenerator random;

  ServerFaults(
      ChaosServices services, ShardWatch watch, Disturbances disturbances, RandomGenerator random) {
    this.services = services;
    this.watch = watch;
    this.disturbances = disturbances;
    this.random = random;
  }

  void database(Fault fault, boolean kill) throws InterruptedException {
    long from = now();
    watch.trouble();
    if (kill) {
      services.postgres().kill();
    } else {
      services.postgres().stop();
    }
    Thread.sleep(random.nextInt(LONGEST_ABSENCE_MILLIS));
    startDatabase();
    disturbances.add(fault, from, Disturbance.ALL, "");
    watch.calm();
  }

  /** The processes of a server that was killed end one after the other; until then it refuses. */
  private void startDatabase() throws InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        services.postgres().start();
        return;
      } catch (IllegalStateException e) {
        if (tries == START_TRIES) {
          throw e;
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    }
  }

  void broker(Fault fault, boolean kill) throws InterruptedException {
    long from = now();
    if (kill) {
      services.kafka().kill();
    } else {
      services.kafka().stop();
    }
    long gone = now();
    Thread.sleep(random.nextInt(LONGEST_ABSENCE_MILLIS));
    services.kafka().start();
    disturbances.add(fault, from, gone, Disturbance.ALL, "");
  }

  void cutDatabase() {
    long from = now();
    watch.disturb();
    services.toDatabase().forEach(Proxy::cut);
    disturbances.add(Fault.DATABASE_CUT, from, Disturbance.ALL, "");
  }

  void cutBroker() {
    long from = now();
    services.toBroker().cut();
    disturbances.add(Fault.BROKER_CUT, from, Disturbance.ALL, "");
  }

  void slowDatabase() throws InterruptedException {
    watch.trouble();
    slow(Fault.DATABASE_SLOW, services.toDatabase());
    watch.calm();
  }

  void slowBroker() throws InterruptedException {
    slow(Fault.BROKER_SLOW, List.of(services.toBroker()));
  }

  private void slow(Fault fault, List<Proxy> proxies) throws InterruptedException {
    long from = now();
    int millis = 10 + random.nextInt(LONGEST_DELAY_MILLIS);
    proxies.forEach(proxy -> proxy.slow(Duration.ofMillis(millis)));
    Thread.sleep(SLOW_MILLIS);
    proxies.forEach(proxy -> proxy.slow(Duration.ZERO));
    // No reason for a duplicate, unless a relay gives up.
    disturbances.add(fault, from, 0, "by " + millis + " ms a packet");
  }
}
