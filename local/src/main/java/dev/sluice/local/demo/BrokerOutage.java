package dev.sluice.local.demo;

import java.util.concurrent.TimeUnit;

/** The broker goes away and comes back; no event may suffer from that. */
record BrokerOutage() implements Act {

  @Override
  public String title() {
    return "broker down";
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.say("Kafka is stopped. Orders are placed all the same, and their events wait.");
    long down = System.nanoTime();
    stage.kafka().stop();
    String probe = stage.order("while Kafka is down");
    stage.until(0.38);
    stage.kafka().start();
    int waited = stage.gauge().latest().owed();
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - down);
    stage.say(
        "Kafka is back after %d s: %,d events have waited, and it cost none of them a retry."
            .formatted(seconds, waited));
    stage.awaitArrival(probe);
  }
}
