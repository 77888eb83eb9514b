package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AwsStandInThroughputIT {

  private static final int THREADS = 64;
  private static final int CALLS = 5_000;

  @Test
  void countingCostsLittle() throws Exception {
    try (AwsStandIn aws = AwsStandIn.counting()) {
      int port = aws.endpoint().getPort();
      StandInLoad.sns(port, THREADS, CALLS).run();
      StandInLoad.sqs(port, THREADS, CALLS).run();

      double sns = StandInLoad.sns(port, THREADS, CALLS).run();
      double sqs = StandInLoad.sqs(port, THREADS, CALLS).run();

      System.out.printf("the stand-in took %.0f SNS and %.0f SQS calls a second%n", sns, sqs);
      // On two cores with other load it was 6,000 to 20,000.
      assertThat(sns).isGreaterThan(1_000);
      assertThat(sqs).isGreaterThan(1_000);
      assertThat(aws.counts().calls()).isEqualTo(4L * CALLS);
      assertThat(aws.counts().taken()).isEqualTo(40L * CALLS);
      assertThat(aws.counts().inFlight()).isZero();
    }
  }

  @Test
  void countingKeepsNoEntries() {
    try (AwsStandIn aws = AwsStandIn.counting()) {
      assertThatThrownBy(() -> aws.accepted("orders")).hasMessage("this stand-in only counts");
      assertThatThrownBy(aws::calls).hasMessage("this stand-in only counts");
    }
  }
}
