package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;

class AwsStandInFailuresIT {

  private static final Duration IMPATIENT = Duration.ofMillis(300);

  @ParameterizedTest
  @EnumSource
  void aDroppedCallIsTakenByNobody(StandInSender service) {
    try (StandInClients clients = StandInClients.apache()) {
      dropTheSecond(service, clients);

      assertThat(clients.aws().calls()).hasSize(2);
    }
  }

  /** The JDK's own client sends a POST again if the connection breaks, unless it streams. */
  @ParameterizedTest
  @EnumSource
  void aDroppedCallIsSentOnceByEitherClient(StandInSender service) {
    try (StandInClients clients = StandInClients.urlConnection()) {
      dropTheSecond(service, clients);

      assertThat(clients.aws().calls()).hasSize(2);
    }
  }

  /** The second, so that it comes on a connection that has worked before. */
  private static void dropTheSecond(StandInSender service, StandInClients clients) {
    AwsStandIn aws = clients.aws();
    aws.answers(call -> call.number() == 2 ? StandInAnswer.dropped() : StandInAnswer.accept());
    service.send(clients, "taken");

    assertThatThrownBy(() -> service.send(clients, "dropped"))
        .isInstanceOf(SdkClientException.class);
    assertThat(aws.accepted(service.target()))
        .extracting(StandInEntry::body)
        .containsExactly("taken");
  }

  @ParameterizedTest
  @EnumSource
  void anAcceptedCallMayLoseItsAnswer(StandInSender service) {
    try (StandInClients clients = StandInClients.apache()) {
      clients.aws().answers(call -> StandInAnswer.acceptedThenDropped());

      assertThatThrownBy(() -> service.send(clients, "one")).isInstanceOf(SdkClientException.class);
      assertThat(clients.aws().accepted(service.target())).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerThatEndsInTheMiddleIsNoSuccess(StandInSender service) {
    try (StandInClients clients = StandInClients.apache()) {
      clients.aws().answers(call -> StandInAnswer.cutOff());

      assertThatThrownBy(() -> service.send(clients, "one")).isInstanceOf(SdkClientException.class);
      assertThat(clients.aws().accepted(service.target())).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aServerErrorIsAServiceException(StandInSender service) {
    try (StandInClients clients = StandInClients.apache()) {
      clients.aws().answers(call -> StandInAnswer.refused(503, "ServiceUnavailable", ""));

      assertThatThrownBy(() -> service.send(clients, "one"))
          .isInstanceOfSatisfying(
              AwsServiceException.class, e -> assertThat(e.statusCode()).isEqualTo(503));
      assertThat(clients.aws().accepted(service.target())).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSlowCallIsTakenAfterItsClientHasGivenUp(StandInSender service) throws Exception {
    try (StandInClients clients = StandInClients.apache(IMPATIENT)) {
      CountDownLatch gaveUp = new CountDownLatch(1);
      CountDownLatch taken = new CountDownLatch(1);
      clients.aws().observes(entry -> taken.countDown());
      clients.aws().answers(call -> waiting(gaveUp));

      assertThatThrownBy(() -> service.send(clients, "one"))
          .isInstanceOf(ApiCallAttemptTimeoutException.class);
      assertThat(clients.aws().accepted(service.target())).isEmpty();

      gaveUp.countDown();
      assertThat(taken.await(1, TimeUnit.MINUTES)).isTrue();
      assertThat(clients.aws().accepted(service.target())).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDelayComesBeforeTheAnswer(StandInSender service) {
    try (StandInClients clients = StandInClients.apache()) {
      clients.aws().answers(call -> StandInAnswer.accept().after(Duration.ofMillis(200)));
      long start = System.nanoTime();

      service.send(clients, "one");

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(199));
    }
  }

  @Test
  void aScriptThatFailsIsReportedByTheCallAndByClose() {
    StandInClients clients = StandInClients.apache();
    clients
        .aws()
        .answers(
            call -> {
              assertThat(call.number()).isZero();
              return StandInAnswer.accept();
            });

    assertThatThrownBy(() -> StandInSender.SNS.send(clients, "one"))
        .isInstanceOf(AwsServiceException.class)
        .hasMessageContaining("the stand-in's script failed");
    assertThatThrownBy(clients::close).hasRootCauseInstanceOf(AssertionError.class);
  }

  private static StandInAnswer waiting(CountDownLatch signal) {
    try {
      signal.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return StandInAnswer.accept();
  }
}
