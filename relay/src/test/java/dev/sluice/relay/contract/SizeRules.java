package dev.sluice.relay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What is too large is refused alone; what just fits is not refused. */
interface SizeRules extends Contract {

  @Test
  default void messageThatJustFitsIsDelivered() throws Exception {
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      OutboxMessage largest = sized(Sample.message("key"), 0);
      harness.publish(largest).assertDelivered();
      harness.assertHolds(List.of(largest));
    }
  }

  @Test
  default void messagesThatTogetherExceedACallAreAllDelivered() throws Exception {
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      int half = broker().largestPayload(Sample.message("key-10")) / 2;
      List<OutboxMessage> messages =
          Sample.messages(25, 11).stream().map(message -> Sample.padded(message, half)).toList();
      harness.publish(messages).assertDelivered();
      harness.assertHolds(messages);
    }
  }

  @Test
  default void oversizeIsRejectedAloneAndItsNeighboursAreDelivered() throws Exception {
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      OutboxMessage oversize = sized(Sample.message("large"), 1);
      List<OutboxMessage> messages =
          List.of(Sample.message("a"), Sample.message("b"), oversize, Sample.message("a"));
      Call call = harness.publish(messages);
      call.assertOnlyFailing(Set.of(oversize.id()), Rejected.class);
      harness.assertHolds(call.delivered());
    }
  }

  @Test
  default void rejectionForSizeNamesBothSizesAndNothingOfThePayload() throws Exception {
    try (PublisherHarness harness = PublisherHarness.on(broker())) {
      OutboxMessage oversize = sized(Sample.message("large"), 1);
      assertThat(harness.publish(oversize).outcomes())
          .singleElement()
          .isInstanceOfSatisfying(
              Rejected.class,
              rejected -> {
                assertThat(rejected.code()).isNotBlank();
                assertThat(sizesIn(rejected.reason(), oversize.payload().length))
                    .as("sizes in '%s'", rejected.reason())
                    .hasSizeGreaterThanOrEqualTo(2);
                assertThat(rejected.reason()).doesNotContain("xxxx");
              });
    }
  }

  private OutboxMessage sized(OutboxMessage message, int more) {
    return Sample.padded(message, broker().largestPayload(message) + more);
  }

  /** Of the size and the limit neither is smaller than the largest payload, nor much larger. */
  private static Set<Long> sizesIn(String reason, int payload) {
    return Pattern.compile("\\d[\\d,_]*")
        .matcher(reason)
        .results()
        .map(number -> number.group().replaceAll("[,_]", ""))
        .filter(number -> number.length() < 19)
        .map(Long::valueOf)
        .filter(size -> size >= payload - 1 && size <= 2L * payload + 65_536)
        .collect(Collectors.toSet());
  }
}
