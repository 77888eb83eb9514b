package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.EventBridgeException;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResponse;
import software.amazon.awssdk.services.eventbridge.model.ResourceNotFoundException;

class AwsStandInEventBridgeIT {

  private final StandInClients clients = StandInClients.apache();
  private final AwsStandIn aws = clients.aws();
  private final EventBridgeClient events = clients.eventBridge();

  @AfterEach
  void close() {
    events.close();
    clients.close();
  }

  @Test
  void whatAnEventSaysArrivesUnchanged() {
    Instant time = Instant.parse("2026-11-18T10:11:12.345Z");
    put(
        PutEventsRequestEntry.builder()
            .eventBusName("orders")
            .source("shop")
            .detailType(StandInOdd.WORDS)
            .detail(StandInOdd.TEXT)
            .time(time)
            .resources("customer/1", "order/2")
            .traceHeader("Root=1-2-3")
            .build());

    StandInEntry entry = aws.accepted("orders").getFirst();
    assertThat(entry.id()).isEqualTo("1");
    assertThat(entry.body()).isEqualTo(StandInOdd.TEXT);
    assertThat(entry.resources()).containsExactly("customer/1", "order/2");
    assertThat(entry.fields())
        .containsEntry("Source", "shop")
        .containsEntry("DetailType", StandInOdd.WORDS)
        .containsEntry("Time", time.toEpochMilli() / 1_000.0)
        .containsEntry("TraceHeader", "Root=1-2-3");
  }

  @Test
  void anEventWithoutABusGoesToTheDefaultOne() {
    put(PutEventsRequestEntry.builder().detail("{}").build());

    assertThat(aws.accepted("default")).hasSize(1);
    assertThat(aws.calls().getFirst().target()).isEqualTo("default");
    assertThat(aws.accepted("default").getFirst().fields()).containsOnlyKeys("Detail");
  }

  @Test
  void everyEntryOfABatchIsAnsweredInItsPlace() {
    aws.answers(
        call ->
            StandInAnswer.entries(
                entry ->
                    entry.body().equals("{\"n\":2}")
                        ? StandInFate.failed("ThrottlingException", StandInOdd.WORDS, false)
                        : StandInFate.ok()));

    PutEventsResponse response = put(event("orders", 1), event("orders", 2), event("orders", 3));

    assertThat(response.failedEntryCount()).isEqualTo(1);
    assertThat(response.entries())
        .extracting(entry -> entry.eventId() == null)
        .containsExactly(false, true, false);
    assertThat(response.entries().get(1).errorCode()).isEqualTo("ThrottlingException");
    assertThat(response.entries().get(1).errorMessage()).isEqualTo(StandInOdd.WORDS);
    assertThat(aws.accepted("orders"))
        .extracting(StandInEntry::body)
        .containsExactly("{\"n\":1}", "{\"n\":3}");
  }

  @Test
  void aRefusedCallIsAnExceptionWithItsCode() {
    aws.answers(call -> StandInAnswer.refused(400, "ThrottlingException", "Rate exceeded"));

    assertThatThrownBy(() -> put(event("orders", 1)))
        .isInstanceOfSatisfying(
            EventBridgeException.class,
            refused -> {
              assertThat(refused.awsErrorDetails().errorCode()).isEqualTo("ThrottlingException");
              assertThat(refused.awsErrorDetails().errorMessage()).isEqualTo("Rate exceeded");
              assertThat(refused.isThrottlingException()).isTrue();
            });
    assertThat(aws.accepted("orders")).isEmpty();
  }

  @Test
  void aBusExists() {
    assertThat(events.describeEventBus(request -> request.name("orders")).name()).isNull();
    assertThat(aws.calls()).extracting(StandInCall::target).containsExactly("orders");
  }

  @Test
  void aBusMayBeMissing() {
    aws.answers(call -> StandInAnswer.refused(400, "ResourceNotFoundException", "no such bus"));

    assertThatThrownBy(() -> events.describeEventBus(request -> request.name("orders")))
        .isInstanceOf(ResourceNotFoundException.class);
  }

  @Test
  void anUnknownActionIsRefused() {
    assertThatThrownBy(() -> events.listRules(request -> request.eventBusName("orders")))
        .isInstanceOfSatisfying(
            EventBridgeException.class, refused -> assertThat(refused.statusCode()).isEqualTo(400))
        .hasMessageContaining("not 'ListRules'");
  }

  private PutEventsResponse put(PutEventsRequestEntry... entries) {
    return events.putEvents(request -> request.entries(entries));
  }

  private static PutEventsRequestEntry event(String bus, int number) {
    return PutEventsRequestEntry.builder()
        .eventBusName(bus)
        .source("shop")
        .detailType("OrderPlaced")
        .detail("{\"n\":" + number + "}")
        .build();
  }
}
