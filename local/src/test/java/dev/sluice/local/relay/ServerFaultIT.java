package dev.sluice.local.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.AwsStandIn;
import dev.sluice.emulators.Emulator;
import dev.sluice.emulators.StandInAnswer;
import dev.sluice.emulators.StandInEntry;
import dev.sluice.emulators.StandInFate;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A queue that answers senderFault=false for the entries of one key, or of all. */
final class ServerFaultIT {

  private static final int INVOCATIONS = 10;

  private final AtomicBoolean failing = new AtomicBoolean(true);
  private final AtomicInteger failures = new AtomicInteger();

  private StandInFate fate(StandInEntry entry, String failingKeys) {
    String key = entry.attributes().getOrDefault("sluice-key", "");
    if (!failing.get() || !key.matches(failingKeys)) {
      return StandInFate.ok();
    }
    failures.incrementAndGet();
    return StandInFate.failed("InternalError", "something broke", false);
  }

  private DrainedLog log(AwsStandIn aws, String failingKeys) {
    aws.answers(call -> StandInAnswer.entries(entry -> fate(entry, failingKeys)));
    return new DrainedLog(
        "sqs:" + aws.endpoint() + "/000000000000/orders.fifo",
        Map.of(
            "AWS_ENDPOINT_URL",
            aws.endpoint().toString(),
            "AWS_REGION",
            "us-east-1",
            "AWS_ACCESS_KEY_ID",
            Emulator.ACCESS_KEY_ID,
            "AWS_SECRET_ACCESS_KEY",
            Emulator.SECRET_ACCESS_KEY,
            "SLUICE_RETRY",
            "1ms..1ms x1"));
  }

  /** With a retry after a millisecond, attempts that count would be used up at once. */
  @Test
  void entryThatAlwaysFailsDelaysOnlyItsKeyAndCountsNoAttempt() {
    try (AwsStandIn aws = AwsStandIn.start();
        DrainedLog log = log(aws, "key-7")) {
      log.append(20, 5);
      log.drainUntil(() -> Set.of("key-7").equals(log.owedKeys()));
      for (int i = 0; i < INVOCATIONS; i++) {
        log.drain();
      }
      assertThat(log.owedKeys()).containsExactly("key-7");
      assertThat(failures.get()).as("control: it was tried").isGreaterThan(INVOCATIONS);
      assertThat(log.attemptsThatFailed()).isZero();

      failing.set(false);
      log.drainUntil(() -> log.owedKeys().isEmpty());
      assertThat(log.owedKeys()).isEmpty();
    }
  }

  @Test
  void serverFaultsOfAllEntriesAreAnOutageThatCountsNoAttempt() {
    try (AwsStandIn aws = AwsStandIn.start();
        DrainedLog log = log(aws, ".*")) {
      log.append(20, 5);
      log.drainUntil(
          () -> failures.get() > 0); // the first calls of a new process may take too long
      for (int i = 0; i < INVOCATIONS; i++) {
        log.drain();
      }
      assertThat(failures.get()).as("control: it was tried").isPositive();
      assertThat(log.owedKeys()).hasSize(20);
      assertThat(log.attemptsThatFailed()).isZero();

      failing.set(false);
      log.drainUntil(() -> log.owedKeys().isEmpty());
      assertThat(log.owedKeys()).isEmpty();
    }
  }
}
