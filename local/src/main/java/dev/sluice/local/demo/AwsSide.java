package dev.sluice.local.demo;

import dev.sluice.emulators.Emulator;
import dev.sluice.emulators.MiniStack;
import dev.sluice.local.aws.AwsPlace;
import dev.sluice.local.aws.AwsPlaces;
import dev.sluice.local.aws.QueueConsumer;
import dev.sluice.local.orders.Arrival;
import dev.sluice.local.orders.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** SNS, SQS and EventBridge on an emulator, with a queue behind each place. */
final class AwsSide implements AutoCloseable {

  private static final int SHARE = 6;

  private final Emulator emulator;
  private final AwsPlaces aws;
  private final Map<Place, AwsPlace> places = new LinkedHashMap<>();
  private final List<QueueConsumer> consumers = new ArrayList<>();

  private AwsSide(Emulator emulator) {
    this.emulator = emulator;
    this.aws = new AwsPlaces(emulator);
    add("SNS topic", aws.topic("wholesale", false));
    add("SNS FIFO topic", aws.topic("exports", true));
    add("SQS FIFO queue", aws.queue("pickups", true));
    add("EventBridge bus", aws.bus("vouchers"));
  }

  static AwsSide start() {
    Emulator emulator = MiniStack.start();
    try {
      return new AwsSide(emulator);
    } catch (RuntimeException e) {
      emulator.close();
      throw e;
    }
  }

  private void add(String label, AwsPlace place) {
    places.put(new Place(place.stream(), label, place.destination(), SHARE, place.fifo()), place);
  }

  List<Place> places() {
    return List.copyOf(places.keySet());
  }

  Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(emulator.environment());
    // An emulator answers one call at a time; more in flight would only wait longer.
    for (String service : List.of("SNS", "SQS", "EVENTBRIDGE")) {
      environment.put("SLUICE_" + service + "_CALLS", "2");
    }
    return environment;
  }

  void consume(Consumer<Arrival> sink) {
    places.forEach(
        (place, queue) ->
            consumers.add(
                aws.consume(
                    queue,
                    (body, attributes) -> sink.accept(Arrival.of(place, body, attributes)))));
  }

  @Override
  public void close() {
    consumers.forEach(QueueConsumer::close);
    aws.close();
    emulator.close();
  }
}
