package dev.sluice.example;

import dev.sluice.example.SpoiltProvider.Tampering;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.Publisher;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** They send something else, or in another order, or too often. */
final class SendingMutants {

  private SendingMutants() {}

  static Stream<Mutant> all() {
    return Stream.of(reordering(), repeating(), refusing()).flatMap(List::stream);
  }

  private static List<Mutant> reordering() {
    return List.of(
        Mutant.publishing(
            "sends the last first",
            () -> (sound, to, messages) -> sound.publish(to, messages.reversed()).reversed(),
            "messagesOfOneKeyArriveInTheirOrder",
            "everyOneOfManyKeysArrivesInItsOrder",
            "callsOneAfterTheOtherKeepTheOrder",
            "oddKeysKeepTheOrderToo",
            "largeAndSmallMessagesOfOneKeyKeepTheOrder",
            "nothingOvertakesAThrottledMessageOfItsKey"),
        Mutant.publishing(
            "lets every other call wait for the next",
            Procrastination::new,
            "callsOfOneMessageKeepTheOrder",
            "oneMessageIsDelivered"),
        Mutant.publishing(
            "knows no order",
            () ->
                (sound, to, messages) ->
                    sound.publish(
                        new Destination(to.scheme(), to.target(), to.format(), false), messages),
            "messagesOfOneKeyAreNeverInFlightTogether",
            "nothingOvertakesAFailedMessageOfItsKey",
            "nothingOvertakesAThrottledMessageOfItsKey",
            "nothingOvertakesAMessageWhoseAnswerWasLost",
            "failedEntryHoldsBackNoOtherKey",
            "refusedMessageHoldsBackNoOtherKey",
            "refusedFirstMessageIsNotOvertakenByItsKey"));
  }

  private static List<Mutant> repeating() {
    return List.of(
        Mutant.publishing(
            "sends everything twice",
            () ->
                (sound, to, messages) -> {
                  List<PublishOutcome> _ = sound.publish(to, messages);
                  return sound.publish(to, messages);
                },
            "everyMessageGetsAnOutcomeAndIsReceivedOnce",
            "backlogIsDeliveredInOneCall",
            "whatFailedIsDeliveredByALaterCall",
            "failureThatPassesLosesAndRepeatsNothing"),
        Mutant.publishing(
            "sends to where it sent first",
            FirstDestination::new,
            "twoDestinationsArePublishedToAtOnce"),
        Mutant.publishing(
            "sulks after a failure",
            Sulking::new,
            "nextCallIsDeliveredAsIfNothingHadHappened",
            "whatFailedIsDeliveredByALaterCall",
            "samePublisherDeliversBeforeAndAfterAnOutage",
            "missingDestinationDoesNotKeepAnotherFromBeingPublishedTo",
            "lostAnswerLeadsToDuplicatesAtTheMost",
            "manyLostAnswersDoToo",
            "unansweredCallIsDeliveredLater"));
  }

  private static List<Mutant> refusing() {
    return List.of(
        Mutant.publishing(
            "refuses what just fits",
            () -> refusing(message -> message.payload().length >= WebhookClient.LARGEST),
            "messageThatJustFitsIsDelivered"),
        Mutant.publishing(
            "refuses calls that are large in all",
            () ->
                (sound, to, messages) ->
                    messages.stream().mapToLong(it -> it.payload().length).sum()
                            > WebhookClient.LARGEST
                        ? all(messages, new Rejected("TOO_LARGE", "in all"))
                        : sound.publish(to, messages),
            "messagesThatTogetherExceedACallAreAllDelivered",
            "oversizeIsRejectedAloneAndItsNeighboursAreDelivered"),
        Mutant.publishing(
            "refuses what is empty",
            () ->
                refusing(
                    message ->
                        message.payload().length == 0
                            || message.headers().isEmpty()
                            || "".equals(message.aggregateId())),
            "emptyBinaryPayloadArrives",
            "aMessageWithoutHeadersArrives",
            "emptyAggregateIdArrives"));
  }

  private static Tampering refusing(Predicate<OutboxMessage> which) {
    return (sound, to, messages) ->
        messages.stream().anyMatch(which)
            ? all(messages, new Rejected("NO", "not this"))
            : sound.publish(to, messages);
  }

  private static List<PublishOutcome> all(List<OutboxMessage> messages, PublishOutcome outcome) {
    return messages.stream().map(_ -> outcome).toList();
  }

  private static final class Procrastination implements Tampering {
    private List<OutboxMessage> kept = List.of();

    @Override
    public List<PublishOutcome> publish(
        Publisher sound, Destination to, List<OutboxMessage> messages) {
      if (kept.isEmpty()) {
        kept = messages;
        return messages.stream()
            .<PublishOutcome>map(it -> new Delivered(it.id().toString()))
            .toList();
      }
      List<PublishOutcome> outcomes = sound.publish(to, messages);
      List<PublishOutcome> _ = sound.publish(to, kept);
      kept = List.of();
      return outcomes;
    }
  }

  private static final class FirstDestination implements Tampering {
    private @Nullable Destination first;

    @Override
    public synchronized List<PublishOutcome> publish(
        Publisher sound, Destination to, List<OutboxMessage> messages) {
      if (first == null) {
        first = to;
      }
      return sound.publish(first, messages);
    }
  }

  /** One failure, and everybody is refused from then on. */
  private static final class Sulking implements Tampering {
    private final AtomicReference<@Nullable PublishOutcome> grudge = new AtomicReference<>();

    @Override
    public List<PublishOutcome> publish(
        Publisher sound, Destination to, List<OutboxMessage> messages) {
      PublishOutcome reason = grudge.get();
      List<PublishOutcome> outcomes =
          reason == null ? sound.publish(to, messages) : all(messages, reason);
      outcomes.stream().filter(it -> !(it instanceof Delivered)).forEach(grudge::set);
      return outcomes;
    }
  }
}
