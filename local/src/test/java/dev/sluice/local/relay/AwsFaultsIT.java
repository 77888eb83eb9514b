package dev.sluice.local.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.AwsStandIn;
import dev.sluice.emulators.Emulator;
import dev.sluice.emulators.Pause;
import dev.sluice.emulators.StandInAnswer;
import dev.sluice.emulators.StandInFate;
import dev.sluice.emulators.Volume;
import dev.sluice.local.Answer;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.aws.AwsPlace;
import dev.sluice.local.relay.Ledger.Balance;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** AWS fails as it does on a bad day: an entry here, a call there. */
@Timeout(600)
final class AwsFaultsIT {

  private static final String ACCOUNT = "us-east-1:" + Emulator.ACCOUNT + ":";
  private static final int EVENTS = Volume.of(1_500, 6_000);

  private OutboxStack outbox;
  private AwsStandIn aws;

  @BeforeEach
  void start() {
    outbox = OutboxStack.shared();
    aws = AwsStandIn.start();
  }

  @AfterEach
  void stop() {
    aws.close();
    outbox.close();
  }

  private List<AwsPlace> places() {
    return List.of(
        place("topic", "sns:arn:aws:sns:" + ACCOUNT + "orders"),
        place("fifo-topic", "sns:arn:aws:sns:" + ACCOUNT + "orders.fifo"),
        place("bus", "eventbridge:orders"),
        place("queue", "sqs:" + queue("orders")),
        place("fifo-queue", "sqs:" + queue("orders.fifo")));
  }

  private static AwsPlace place(String stream, String destination) {
    String target = destination.substring(destination.indexOf(':') + 1);
    return new AwsPlace(
        stream, destination, target, stream.startsWith("fifo"), stream.equals("bus"));
  }

  private String queue(String name) {
    return aws.endpoint() + "/" + Emulator.ACCOUNT + "/" + name;
  }

  private LocalLambda lane(List<AwsPlace> places, Map<String, String> more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("AWS_ENDPOINT_URL", aws.endpoint().toString());
    settings.put("AWS_REGION", "us-east-1");
    settings.put("AWS_ACCESS_KEY_ID", Emulator.ACCESS_KEY_ID);
    settings.put("AWS_SECRET_ACCESS_KEY", Emulator.SECRET_ACCESS_KEY);
    settings.put("SLUICE_RETRY", "100ms..1s");
    settings.put(
        "SLUICE_ROUTES",
        places.stream().map(AwsPlace::route).collect(Collectors.joining(",", "[", "]")));
    settings.putAll(more);
    return outbox.lane("faults", settings, List.of(), Duration.ofMinutes(2));
  }

  @Test
  void everyEventIsPublishedAndNoFaultOfTheServiceCostsAnAttempt() {
    FaultyAws faults = new FaultyAws();
    aws.answers(faults);
    List<AwsPlace> places = places();
    // No stream shares a destination here, so a message group is a key.
    places.forEach(place -> outbox.append(place.stream(), EVENTS, 400, 1));
    Map<String, String> patient =
        Map.of(
            "SLUICE_MAX_ATTEMPTS", "20",
            "SLUICE_LEASE", "40s",
            "SLUICE_PUBLISH_TIMEOUT", "20s");
    try (LocalLambda lane = lane(places, patient)) {
      while (outbox.owed() > 0) {
        Answer answer = lane.invokeAndWait("{}");
        assertThat(Reports.number(answer, "failed")).as("failed attempts").isZero();
        assertThat(Reports.number(answer, "openBreakers")).isZero();
        assertThat(Reports.number(answer, "dead")).isZero();
      }
    }
    System.out.println(faults);
    assertThat(faults.failures().size()).as("the control: it did fail").isGreaterThan(EVENTS / 60);
    assertThat(faults.throttled()).isGreaterThan(EVENTS / 60);
    assertThat(faults.dropped()).isGreaterThan(EVENTS / 240);
    assertThat(faults.answersLost()).isGreaterThan(EVENTS / 240);

    places.forEach(place -> assertBalanced(place, faults));
    assertThat(aws.counts().overlappingGroups()).isEmpty();
    assertThat(outbox.count("outbox.state WHERE kind = 'destination'"))
        .as("breakers that opened")
        .isZero();
  }

  /** Lost answers are sent again, ten entries at most with each. */
  private void assertBalanced(AwsPlace place, FaultyAws faults) {
    Arrivals arrivals = new Arrivals();
    aws.accepted(place.queue())
        .forEach(entry -> arrivals.add(entry.body(), FaultyAws.attributes(entry)));
    Balance balance = arrivals.balance();
    System.out.printf("%-10s %6d appended, %s%n", place.stream(), EVENTS, balance);
    assertThat(balance.distinct()).as(place.stream()).isEqualTo(EVENTS);
    assertThat(arrivals.lacks(outbox.delivered(place.stream() + "_"))).as("lost").isEmpty();
    assertThat((long) balance.duplicates()).isLessThanOrEqualTo(10 * faults.answersLost());
    if (place.fifo()) {
      assertThat(balance.reordered()).as(place.stream()).isZero();
    }
  }

  @Test
  void laneKilledBetweenTheCopyAndItsSettlingCopiesAgain() {
    List<AwsPlace> places = places();
    String deadLetters = queue("dead");
    outbox.append("queue", 100, 10, 1);
    AtomicInteger crashes = new AtomicInteger();
    Map<String, String> patient =
        Map.of(
            "SLUICE_DLQ_URL", deadLetters, "SLUICE_LEASE", "40s", "SLUICE_PUBLISH_TIMEOUT", "20s");
    try (LocalLambda lane = lane(places, patient)) {
      aws.answers(
          call -> {
            if (call.target().equals(deadLetters) && crashes.compareAndSet(0, 1)) {
              lane.kill();
              return StandInAnswer.accept();
            }
            return call.target().equals(deadLetters)
                ? StandInAnswer.accept()
                : StandInAnswer.entries(
                    entry ->
                        entry.body().contains("\"n\" : 50,")
                            ? StandInFate.failed("InvalidParameterValue", "", true)
                            : StandInFate.ok());
          });
      assertThat(lane.invokeAndWait("{}")).isInstanceOf(Answer.Crashed.class);
      assertThat(outbox.count("outbox.held WHERE status = 'DEAD'")).isZero();
      while (aws.accepted(deadLetters).isEmpty()) {
        Pause.briefly(); // the process may die before the queue has written down its copy
      }
      assertThat(aws.accepted(deadLetters)).hasSize(1);
      outbox.execute("UPDATE outbox.shard SET leased_until = now() - interval '1 second'");
      while (outbox.owed() > 0) {
        Reports.of(lane.invokeAndWait("{}"));
      }
    }
    String dead = outbox.one("SELECT id FROM outbox.held WHERE status = 'DEAD'");
    assertThat(aws.accepted(deadLetters)).extracting(FaultyAws::id).containsExactly(dead, dead);
    assertThat(outbox.delivered()).isEqualTo(99);
  }
}
