package dev.sluice.local.demo;

import dev.sluice.local.Answer;
import dev.sluice.local.Json;
import dev.sluice.local.orders.OrderService;
import dev.sluice.local.orders.Place;
import dev.sluice.local.orders.TopicConsumer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The events of the demo's plot. Each act describes itself in sentences, and throws when its
 * expected effect fails to appear.
 */
record Acts(Context context) {

  /** The topics' limit at first; the producer's batches stay below it. */
  static final int LIMIT_BYTES = 100_000;

  /** The first, the outage's, the kill's, the poison event and the one behind it. */
  static final int ORDERS = 5;

  static final int CUSTOMERS = 100;

  private static final String REDRIVE =
      "{\"action\":\"redrive\",\"stream\":\"%s\",\"confirm\":true,\"actor\":\"demo\","
          + "\"reason\":\"the topic takes larger messages now\"}";

  private static final int NOTE_BYTES = 150_000;
  private static final int RAISED_LIMIT_BYTES = 1_000_000;
  private static final long ON_THEIR_WAY = TimeUnit.SECONDS.toNanos(1);

  /** Nothing goes wrong. */
  void normalLoad(Consumer<String> say) throws Exception {
    say.accept(
        "%d threads place orders, each with its event in one transaction; one of %d rolls back."
            .formatted(OrderService.THREADS, OrderService.ROLLS_BACK));
    context.awaitArrival(context.order("the first, which finds the relay still starting"));
    context.timeline().begin();
    context.orders().start();
    // Its process is up before anything needs it.
    var _ = context.operator().invoke("{\"action\":\"status\"}");
    context.await("the relay catches up", () -> context.gauge().latest().owed() < 100);
    long calm = System.nanoTime();
    context.timeline().until(0.22);
    // The last commits may arrive during the outage.
    context.latencies().calm(calm, System.nanoTime() - ON_THEIR_WAY);
  }

  /** The broker goes away and comes back; no event may suffer from that. */
  void brokerDown(Consumer<String> say) throws Exception {
    say.accept("Kafka is stopped. Orders are placed all the same, and their events wait.");
    long down = System.nanoTime();
    context.kafka().stop();
    String probe = context.order("while Kafka is down");
    context.timeline().until(0.38);
    context.kafka().start();
    int waited = context.gauge().look().owed();
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - down);
    say.accept(
        "Kafka is back after %d s: %,d events have waited, and it cost none of them a retry."
            .formatted(seconds, waited));
    context.awaitArrival(probe);
  }

  /** The relay's process dies in the middle of its work, and another takes over. */
  void relayKilled(Consumer<String> say) throws Exception {
    context.timeline().until(0.48);
    long start = System.nanoTime();
    long killed = context.relay().pid();
    context.relay().function().kill();
    say.accept(
        "Process %d, the relay, is killed (SIGKILL). Its lease has to run out first."
            .formatted(killed));
    context.awaitArrival(context.order("with nobody there to publish it"));
    say.accept(
        "Process %d took over, %.1f s after process %d was killed."
            .formatted(context.relay().pid(), (System.nanoTime() - start) / 1e9, killed));
  }

  /** An event that its topic does not take dies alone, and comes back after the repair. */
  void poisonEvent(Consumer<String> say) throws Exception {
    context.timeline().until(0.68);
    Place place = context.firstPlace();
    String topic = TopicConsumer.topic(place);
    say.accept(
        "An order with a note of %d KB, more than topic %s takes."
            .formatted(NOTE_BYTES / 1000, topic));
    String poison = context.order("x".repeat(NOTE_BYTES));
    context.await("it is dead", () -> context.gauge().latest().dead() == 1);
    say.accept("It is DEAD at once. Later orders of its customer wait; nobody else's do.");
    // So that at least one event of the customer has to wait.
    String behind = context.order("and another one");
    context.timeline().until(0.82);
    context
        .kafka()
        .configureTopic(topic, Map.of("max.message.bytes", String.valueOf(RAISED_LIMIT_BYTES)));
    Answer answer = context.operator().invokeAndWait(REDRIVE.formatted(place.stream()));
    if (!(answer instanceof Answer.Answered(String json, var _))
        || !Integer.valueOf(1).equals(Json.fields(json).get("affected"))) {
      throw new IllegalStateException("the redrive moved not one event: " + answer);
    }
    context.awaitArrival(poison);
    context.awaitArrival(behind);
    say.accept("Repaired: the topic takes more, and ops redrive put it back at its place.");
  }
}
