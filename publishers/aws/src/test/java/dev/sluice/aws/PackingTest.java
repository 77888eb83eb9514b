package dev.sluice.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.aws.ScriptedService.Break;
import dev.sluice.aws.ScriptedService.Drop;
import dev.sluice.aws.ScriptedService.Fate;
import dev.sluice.aws.ScriptedService.Refuse;
import dev.sluice.aws.ScriptedService.RefuseCall;
import dev.sluice.aws.ScriptedService.Take;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Laws of packing, over random limits, sizes from one byte to over the limit, keys and faults. */
final class PackingTest {

  private record Trial(
      Destination destination,
      BatchLimits limits,
      List<OutboxMessage> messages,
      ScriptedService service) {

    static Trial random(long seed, boolean faults) {
      RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      BatchLimits limits =
          new BatchLimits(random.nextInt(1, 12), random.nextInt(50, 5000), random.nextInt(1, 20));
      int keys = random.nextInt(1, 40);
      List<OutboxMessage> messages =
          IntStream.range(0, random.nextInt(0, 200))
              .mapToObj(i -> message(random, i, keys, limits))
              .toList();
      Function<OutboxMessage, Fate> script = faults ? _ -> fate(random) : _ -> new Take();
      Destination destination = random.nextBoolean() ? Batches.ORDERED : Batches.UNORDERED;
      return new Trial(destination, limits, messages, new ScriptedService(script));
    }

    private static OutboxMessage message(
        RandomGenerator random, int index, int keys, BatchLimits limits) {
      int most = random.nextInt(10) == 0 ? limits.bytes() * 5 / 4 : limits.bytes();
      int bytes = random.nextInt(3) == 0 ? random.nextInt(1, most + 1) : random.nextInt(1, 50);
      return Batches.message(index, "key-" + random.nextInt(keys), bytes);
    }

    private static Fate fate(RandomGenerator random) {
      return switch (random.nextInt(200)) {
        case 0 -> new Refuse("SomethingNew");
        case 1 -> new Break("InternalError");
        case 2 -> new Refuse("InvalidParameterValue");
        case 3, 4 -> new Refuse("ThrottlingException");
        case 5 -> new Drop(false);
        case 6 -> new Drop(true);
        case 7 -> new RefuseCall(400, "InvalidParameterValue");
        case 8 -> new RefuseCall(413, "BatchRequestTooLong");
        case 9 -> new RefuseCall(400, "Throttling");
        case 10 -> new RefuseCall(503, "ServiceUnavailable");
        default -> new Take();
      };
    }

    List<PublishOutcome> publish() {
      return Batches.publish(service, destination, limits, messages);
    }

    boolean fits(int index) {
      return messages.get(index).payload().length <= limits.bytes();
    }
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 150);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void nothingIsDroppedAndOnlyWhatIsTooLargeIsRejected(long seed) {
    Trial trial = Trial.random(seed, false);
    List<PublishOutcome> outcomes = trial.publish();
    Set<String> failedKeys = new HashSet<>();
    Set<Integer> owed = new HashSet<>();
    for (int i = 0; i < trial.messages.size(); i++) {
      String key = trial.destination.ordered() ? trial.messages.get(i).key() : "only-" + i;
      if (failedKeys.contains(key)) {
        assertThat(outcomes.get(i)).isEqualTo(new NotSent());
      } else if (trial.fits(i)) {
        assertThat(outcomes.get(i)).isEqualTo(new Delivered("receipt-" + i));
        owed.add(i);
      } else {
        assertThat(outcomes.get(i)).isInstanceOf(Rejected.class);
        failedKeys.add(key);
      }
    }
    assertThat(trial.service.taken().stream().map(m -> (int) m.seq()))
        .containsExactlyInAnyOrderElementsOf(owed);
    limitsHold(trial);
    orderHolds(trial);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void faultsBreakNeitherLimitNorOrderNorWord(long seed) {
    Trial trial = Trial.random(seed, true);
    List<PublishOutcome> outcomes = trial.publish();
    assertThat(outcomes).hasSameSizeAs(trial.messages);
    Set<Long> taken = new HashSet<>();
    trial.service.taken().forEach(message -> taken.add(message.seq()));
    for (int i = 0; i < outcomes.size(); i++) {
      if (outcomes.get(i) instanceof Delivered) {
        assertThat(taken).as("what is called delivered was taken").contains((long) i);
      }
    }
    limitsHold(trial);
    orderHolds(trial);
    nothingBehindAFailureIsDelivered(trial, outcomes);
  }

  private static void limitsHold(Trial trial) {
    for (List<OutboxMessage> call : trial.service.calls()) {
      assertThat(call).isNotEmpty().hasSizeLessThanOrEqualTo(trial.limits.entries());
      assertThat(call.stream().mapToInt(m -> m.payload().length).sum())
          .isLessThanOrEqualTo(trial.limits.bytes());
    }
    assertThat(trial.service.mostInFlight()).isLessThanOrEqualTo(trial.limits.calls());
  }

  private static void orderHolds(Trial trial) {
    if (!trial.destination.ordered()) {
      return;
    }
    assertThat(trial.service.overlapped()).as("two of one key in flight").isFalse();
    Map<String, List<Long>> firsts = new HashMap<>();
    Set<Long> seen = new HashSet<>();
    for (OutboxMessage message : trial.service.taken()) {
      if (seen.add(message.seq())) {
        firsts.computeIfAbsent(message.key(), _ -> new ArrayList<>()).add(message.seq());
      }
    }
    firsts.values().forEach(seqs -> assertThat(seqs).isSorted());
  }

  private static void nothingBehindAFailureIsDelivered(Trial trial, List<PublishOutcome> outcomes) {
    Set<String> failed = new HashSet<>();
    for (int i = 0; trial.destination.ordered() && i < outcomes.size(); i++) {
      String key = trial.messages.get(i).key();
      if (outcomes.get(i) instanceof Delivered) {
        assertThat(failed).doesNotContain(key);
      } else {
        failed.add(key);
      }
    }
  }

  /** The control: the trials do have keys with several events, and events that are too large. */
  @Test
  void trialsAreWorthTheName() {
    List<Trial> trials = seeds().mapToObj(seed -> Trial.random(seed, false)).toList();
    assertThat(trials.stream().filter(t -> t.destination.ordered()).count()).isBetween(40L, 110L);
    assertThat(trials)
        .filteredOn(t -> IntStream.range(0, t.messages.size()).anyMatch(i -> !t.fits(i)))
        .hasSizeGreaterThan(50);
    assertThat(trials)
        .filteredOn(
            t ->
                t.messages.stream().map(OutboxMessage::key).distinct().count() + 20
                    < t.messages.size())
        .hasSizeGreaterThan(50);
  }
}
