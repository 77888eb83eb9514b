package dev.sluice.example;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** They publish well and tell something else. */
final class OutcomeMutants {

  private OutcomeMutants() {}

  static Stream<Mutant> all() {
    return Stream.of(lying(), miscounting(), misjudging(), wording()).flatMap(List::stream);
  }

  private static List<Mutant> lying() {
    return List.of(
        Mutant.telling(
            "takes the failure of a message for success",
            it -> it instanceof Retryable || it instanceof Rejected ? delivered() : it,
            "failedEntryAloneIsRetryableAndTheOthersAreDelivered",
            "everyFailedEntryIsRetryable",
            "failedEntryHoldsBackNoOtherKey",
            "whatFailedIsDeliveredByALaterCall",
            "failureThatPassesLosesAndRepeatsNothing",
            "refusedMessageIsRejectedAndTheOthersAreDelivered",
            "everyRefusedOneAmongManyIsRejected",
            "onlyMessageMayBeRefused",
            "oversizeIsRejectedAloneAndItsNeighboursAreDelivered"),
        Mutant.telling(
            "takes an outage for success",
            it -> it instanceof Unavailable ? delivered() : it,
            "stoppedBrokerIsUnavailableWithinTheTimeLimit",
            "samePublisherDeliversBeforeAndAfterAnOutage",
            "outageAmidCallsLosesNothingAndBlamesNoMessage",
            "callsThrottledForEverAreUnavailableWithinTheTimeLimit",
            "entriesThrottledForEverCountNoAttempt",
            "unansweredCallIsDeliveredLater",
            "closingEndsACallUnderWayAndItsOutcomesAreTrue",
            "closingEndsACallThatIsNeverAnswered",
            "missingDestinationIsUnavailableAndNamed"),
        Mutant.publishing(
            "takes a call's success for that of its entries",
            () ->
                (sound, to, messages) -> {
                  List<PublishOutcome> outcomes = sound.publish(to, messages);
                  return outcomes.stream().anyMatch(Delivered.class::isInstance)
                      ? messages.stream().map(_ -> delivered()).toList()
                      : outcomes;
                },
            "failedEntryAloneIsRetryableAndTheOthersAreDelivered",
            "refusedMessageIsRejectedAndTheOthersAreDelivered",
            "failedAndRefusedEntriesOfOneCallAreToldApart"));
  }

  private static List<Mutant> miscounting() {
    return List.of(
        Mutant.publishing(
            "drops an outcome",
            () -> (sound, to, messages) -> sound.publish(to, messages).stream().skip(1).toList(),
            "oneMessageIsDelivered",
            "everyMessageGetsAnOutcomeAndIsReceivedOnce",
            "backlogIsDeliveredInOneCall",
            "callsOneAfterTheOtherAreAllDelivered"),
        Mutant.publishing(
            "makes an outcome up",
            () ->
                (sound, to, messages) ->
                    messages.isEmpty() ? List.of(delivered()) : sound.publish(to, messages),
            "noMessagesGetNoOutcomes"),
        Mutant.publishing(
            "tells the outcomes the other way round",
            () -> (sound, to, messages) -> sound.publish(to, messages).reversed(),
            "everyRefusedOneAmongManyIsRejected",
            "failedAndRefusedEntriesOfOneCallAreToldApart",
            "oversizeIsRejectedAloneAndItsNeighboursAreDelivered"),
        Mutant.telling(
            "knows one receipt",
            it -> it instanceof Delivered ? new Delivered("ok") : it,
            "receiptsAreDistinctAndNotBlank"));
  }

  private static List<Mutant> misjudging() {
    return List.of(
        Mutant.telling(
            "blames the message for an outage",
            it -> it instanceof Unavailable(var code, var why) ? new Retryable(code, why) : it,
            "stoppedBrokerIsUnavailableWithinTheTimeLimit",
            "outageAmidCallsLosesNothingAndBlamesNoMessage",
            "silentBrokerIsUnavailableWithinTheTimeLimit",
            "callsThrottledForEverAreUnavailableWithinTheTimeLimit",
            "entriesThrottledForEverCountNoAttempt",
            "missingDestinationIsUnavailableAndNamed"),
        Mutant.telling(
            "tries again what is refused for good",
            it -> it instanceof Rejected(var code, var why) ? new Retryable(code, why) : it,
            "onlyMessageMayBeRefused",
            "refusedMessageHoldsBackNoOtherKey",
            "refusedFirstMessageIsNotOvertakenByItsKey",
            "rejectionForSizeNamesBothSizesAndNothingOfThePayload"),
        Mutant.telling(
            "gives up at once",
            it -> it instanceof Retryable(var code, var why) ? new Rejected(code, why) : it,
            "failedEntryAloneIsRetryableAndTheOthersAreDelivered",
            "nothingOvertakesAFailedMessageOfItsKey"));
  }

  private static List<Mutant> wording() {
    return List.of(
        Mutant.publishing(
            "shows payloads",
            () ->
                (sound, to, messages) -> {
                  List<PublishOutcome> outcomes = new ArrayList<>(sound.publish(to, messages));
                  outcomes.replaceAll(it -> showing(it, messages.getFirst()));
                  return outcomes;
                },
            "rejectionSaysNothingOfThePayload",
            "rejectionForSizeNamesBothSizesAndNothingOfThePayload"),
        Mutant.telling(
            "does not say how large",
            it -> it instanceof Rejected(var code, _) ? new Rejected(code, "too large") : it,
            "rejectionForSizeNamesBothSizesAndNothingOfThePayload"),
        Mutant.telling(
            "does not say where",
            it -> it instanceof Unavailable(var code, _) ? new Unavailable(code, "no such") : it,
            "missingDestinationIsUnavailableAndNamed"));
  }

  private static PublishOutcome showing(PublishOutcome outcome, OutboxMessage message) {
    return outcome instanceof Rejected(var code, var why)
        ? new Rejected(code, why + ": " + new String(message.payload(), UTF_8))
        : outcome;
  }

  private static PublishOutcome delivered() {
    return new Delivered(UUID.randomUUID().toString());
  }
}
