package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sns.model.PublishBatchRequestEntry;

class AwsStandInFlightIT {

  private static final String TOPIC = "arn:aws:sns:us-east-1:000000000000:orders.fifo";
  private static final String OTHER = "arn:aws:sns:us-east-1:000000000000:bills.fifo";

  private final StandInClients clients = StandInClients.apache();
  private final AwsStandIn aws = clients.aws();
  private final SnsClient sns = clients.sns();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void close() {
    threads.shutdownNow();
    sns.close();
    clients.close();
  }

  @Test
  void twoCallsOfAGroupAtOnceOverlap() throws Exception {
    together(() -> publish(TOPIC, "a", "b"), () -> publish(TOPIC, "b", "c"));

    assertThat(aws.counts().overlappingGroups())
        .containsExactly(new StandInCounts.Group(TOPIC, "b"));
  }

  @Test
  void twoEntriesOfAGroupInOneCallOverlap() {
    publish(TOPIC, "a", "b", "a");

    assertThat(aws.counts().overlappingGroups())
        .containsExactly(new StandInCounts.Group(TOPIC, "a"));
  }

  @Test
  void twoCallsOfAGroupInTurnDoNotOverlap() {
    IntStream.range(0, 200).forEach(n -> publish(TOPIC, "a", "b"));

    assertThat(aws.counts().overlappingGroups()).isEmpty();
    assertThat(aws.counts().mostInFlight()).isEqualTo(1);
  }

  @Test
  void aGroupWhoseDeduplicationIdsDoNotRiseIsNamed() {
    publish(TOPIC, List.of(entry(0, "a", "01"), entry(1, "b", "01"), entry(2, "a", "02")));
    assertThat(aws.counts().fallingGroups()).isEmpty();

    publish(TOPIC, List.of(entry(0, "b", "01")));
    publish(TOPIC, List.of(entry(0, "a", "01")));
    publish(OTHER, List.of(entry(0, "c", "01")));
    assertThat(aws.counts().fallingGroups())
        .containsExactlyInAnyOrder(
            new StandInCounts.Group(TOPIC, "a"), new StandInCounts.Group(TOPIC, "b"));
  }

  @Test
  void aGroupOfAnotherTopicIsAnotherGroup() throws Exception {
    together(() -> publish(TOPIC, "a"), () -> publish(OTHER, "a"));

    assertThat(aws.counts().overlappingGroups()).isEmpty();
    assertThat(aws.counts().mostInFlight()).isEqualTo(2);
  }

  @Test
  void aBrokenCallLeavesItsGroup() {
    aws.answers(call -> StandInAnswer.dropped());
    assertThatThrownBy(() -> publish(TOPIC, "a"));
    aws.answers(call -> StandInAnswer.refused(500, "InternalFailure", "no"));
    assertThatThrownBy(() -> publish(TOPIC, "a"));
    aws.answers(call -> StandInAnswer.cutOff());
    assertThatThrownBy(() -> publish(TOPIC, "a"));

    assertThat(aws.counts().calls()).isEqualTo(3);
    assertThat(aws.counts().inFlight()).isZero();
    assertThat(aws.counts().overlappingGroups()).isEmpty();
  }

  @Test
  void entriesAreAcceptedInTheOrderInWhichTheyAreAnswered() throws Exception {
    CountDownLatch firstArrived = new CountDownLatch(1);
    CountDownLatch secondTaken = new CountDownLatch(1);
    aws.observes(entry -> secondTaken.countDown());
    aws.answers(
        call -> {
          if (call.number() == 1) {
            firstArrived.countDown();
            await(secondTaken);
          }
          return StandInAnswer.accept();
        });

    Future<?> first = threads.submit(() -> publish(TOPIC, "a", "b"));
    firstArrived.await();
    publish(TOPIC, "c", "d");
    first.get();

    assertThat(aws.accepted(TOPIC))
        .extracting(StandInEntry::groupId)
        .containsExactly("c", "d", "a", "b");
    assertThat(aws.calls())
        .extracting(call -> call.entries().getFirst().groupId())
        .containsExactly("a", "c");
  }

  @Test
  void countsSayHowManyEntriesWereTaken() {
    aws.answers(
        call ->
            StandInAnswer.entries(
                entry ->
                    "bad".equals(entry.groupId())
                        ? StandInFate.failed("InvalidParameter", "no", true)
                        : StandInFate.ok()));
    publish(TOPIC, "a", "bad", "c");
    publish(OTHER, "a", "b", "c");
    publish(OTHER, "a");
    sns.getTopicAttributes(request -> request.topicArn(TOPIC));

    StandInCounts counts = aws.counts();
    assertThat(counts.calls()).isEqualTo(3);
    assertThat(counts.entries()).isEqualTo(7);
    assertThat(counts.taken()).isEqualTo(6);
    assertThat(aws.accepted(TOPIC)).hasSize(2);
    assertThat(aws.accepted(OTHER)).hasSize(4);
  }

  /** Runs both, and answers neither before both have arrived. */
  private void together(Runnable one, Runnable other) throws Exception {
    CountDownLatch arrived = new CountDownLatch(2);
    aws.answers(
        call -> {
          arrived.countDown();
          await(arrived);
          return StandInAnswer.accept();
        });
    Future<?> first = threads.submit(one);
    Future<?> second = threads.submit(other);
    first.get();
    second.get();
  }

  private void publish(String topic, String... groups) {
    publish(
        topic, IntStream.range(0, groups.length).mapToObj(n -> entry(n, groups[n], null)).toList());
  }

  private static PublishBatchRequestEntry entry(
      int number, String group, @Nullable String deduplicationId) {
    return PublishBatchRequestEntry.builder()
        .id("e" + number)
        .message("message " + number)
        .messageGroupId(group)
        .messageDeduplicationId(deduplicationId)
        .build();
  }

  private void publish(String topic, List<PublishBatchRequestEntry> entries) {
    sns.publishBatch(batch -> batch.topicArn(topic).publishBatchRequestEntries(entries));
  }

  private static void await(CountDownLatch signal) {
    try {
      signal.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
