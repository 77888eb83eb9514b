package dev.sluice.local.demo;

import dev.sluice.local.LocalKafka;
import java.util.Map;

/** An event that its topic does not take dies alone, and comes back when that is repaired. */
record PoisonEvent() implements Act {

  /** Of the topics, at first; the producer's batches stay below it. */
  static final int LIMIT_BYTES = 100_000;

  private static final int NOTE_BYTES = 150_000;
  private static final int RAISED_LIMIT_BYTES = 1_000_000;
  private static final String CUSTOMER = "customer-1";

  @Override
  public String title() {
    return "poison event";
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.until(0.68);
    Place place = stage.places().getFirst();
    stage.say(
        "An order with a note of %d KB, more than topic %s takes."
            .formatted(NOTE_BYTES / 1000, TopicConsumer.topic(place)));
    String poison = stage.orders().place(place, CUSTOMER, "x".repeat(NOTE_BYTES));
    stage.await("it is dead", () -> stage.gauge().latest().dead() == 1);
    stage.say("It is DEAD at once. Later orders of its customer wait; nobody else's do.");
    // Whatever chance does, something of its customer's has to wait.
    String behind = stage.orders().place(place, CUSTOMER, "and another one");
    stage.until(0.82);
    redrive(stage, place);
    stage.awaitArrival(poison);
    stage.awaitArrival(behind);
    stage.say("Repaired: the topic takes more, and ops redrive put it back at its place.");
  }

  private static void redrive(Stage stage, Place place) throws Exception {
    LocalKafka kafka = stage.kafka();
    kafka.configureTopic(
        TopicConsumer.topic(place),
        Map.of("max.message.bytes", Integer.toString(RAISED_LIMIT_BYTES)));
    int redriven = stage.operator().redrive(place.stream());
    if (redriven != 1) {
      throw new IllegalStateException("the redrive moved " + redriven + " events, not 1");
    }
  }
}
