package dev.sluice.example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import dev.sluice.example.SpoiltProvider.Tampering;
import dev.sluice.relay.contract.KeyOrderFaultContract;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A publisher with one fault, and a rule of the contract that sees it.
 *
 * @param group the interface of the contract that declares the rule
 */
record Mutant(String name, String group, PublisherProvider provider, Rule rule) {

  interface Rule {
    void check(KeyOrderFaultContract contract) throws Exception;
  }

  /** One for each group of rules at least. */
  static Stream<Mutant> all() {
    return Stream.of(
        new Mutant(
            "disowns its order",
            "ProviderRules",
            new Disowning(),
            KeyOrderFaultContract::orderIsClaimedExactlyWhereItIsShown),
        new Mutant(
            "starts a thread when it is opened",
            "LifecycleRules",
            new Eager(),
            KeyOrderFaultContract::openingAPublisherStartsNoThread),
        telling(
            "knows one receipt",
            "OutcomeRules",
            it -> it instanceof Delivered ? new Delivered("ok") : it,
            KeyOrderFaultContract::receiptsAreDistinctAndNotBlank),
        publishing(
            "forgets the headers",
            "BodyRules",
            (sound, to, messages) ->
                sound.publish(to, messages.stream().map(Mutant::withoutHeaders).toList()),
            contract -> contract.thirtyHeadersArrive(Format.RAW)),
        telling(
            "does not say how large",
            "SizeRules",
            it -> it instanceof Rejected rejected ? new Rejected(rejected.code(), "too large") : it,
            KeyOrderFaultContract::rejectionForSizeNamesBothSizesAndNothingOfThePayload),
        publishing(
            "sends the large ones last",
            "KeyOrderContract",
            Mutant::largeOnesLast,
            KeyOrderFaultContract::largeAndSmallMessagesOfOneKeyKeepTheOrder),
        telling(
            "blames what is behind a rejected message",
            "KeyOrderContract",
            it -> it instanceof NotSent ? new Retryable("BEHIND", "not attempted") : it,
            KeyOrderFaultContract::whatIsBehindARejectedMessageIsNotSent),
        telling(
            "blames what is behind a failed message",
            "KeyOrderFaultContract",
            it -> it instanceof NotSent ? new Retryable("BEHIND", "not attempted") : it,
            KeyOrderFaultContract::whatIsBehindAFailedMessageIsNotSent),
        publishing(
            "shows what was refused",
            "RefusalContract",
            Mutant::showingPayloads,
            KeyOrderFaultContract::rejectionSaysNothingOfThePayload),
        blaming(
            "blames the message when nobody listens",
            "OutageContract",
            "ConnectException",
            KeyOrderFaultContract::stoppedBrokerIsUnavailableWithinTheTimeLimit),
        publishing(
            "knows one fault a call",
            "PartialFailureRules",
            Mutant::rejectingAllThatFailed,
            KeyOrderFaultContract::failedAndRefusedEntriesOfOneCallAreToldApart),
        blaming(
            "blames the message for the broker's own fault",
            "PartialFailureRules",
            "answered 503",
            KeyOrderFaultContract::faultOfTheBrokerCountsNoAttemptAndHoldsBackNoOtherKey),
        new Mutant(
            "has no patience",
            "ThrottlingRules",
            new Hurried(),
            KeyOrderFaultContract::throttledEntriesAreWaitedFor),
        blaming(
            "blames the message for silence",
            "LostAnswerRules",
            "HttpTimeoutException",
            KeyOrderFaultContract::silentBrokerIsUnavailableWithinTheTimeLimit),
        publishing(
            "knows no order",
            "KeyOrderFaultContract",
            (sound, to, messages) ->
                sound.publish(
                    new Destination(to.scheme(), to.target(), to.format(), false), messages),
            KeyOrderFaultContract::messagesOfOneKeyAreNeverInFlightTogether));
  }

  /** A broker that waits only briefly for what does not come. */
  WebhookBroker broker() {
    return new WebhookBroker(provider, true, Duration.ofMillis(300));
  }

  private static Mutant publishing(String name, String group, Tampering tampering, Rule rule) {
    return new Mutant(name, group, new SpoiltProvider(tampering), rule);
  }

  private static Mutant telling(
      String name, String group, UnaryOperator<PublishOutcome> change, Rule rule) {
    Tampering told =
        (sound, to, messages) -> sound.publish(to, messages).stream().map(change).toList();
    return publishing(name, group, told, rule);
  }

  /** Takes an outage for the message's own failure, where this is the reason. */
  private static Mutant blaming(String name, String group, String reason, Rule rule) {
    return telling(
        name,
        group,
        it ->
            it instanceof Unavailable(var code, var why) && why.contains(reason)
                ? new Retryable(code, why)
                : it,
        rule);
  }

  private static OutboxMessage withoutHeaders(OutboxMessage message) {
    return new OutboxMessage(
        message.seq(),
        message.id(),
        message.stream(),
        message.eventType(),
        message.aggregateType(),
        message.aggregateId(),
        message.key(),
        message.payload(),
        message.binary(),
        message.contentType(),
        Map.of(),
        message.createdAt(),
        message.attempt());
  }

  private static List<PublishOutcome> largeOnesLast(
      Publisher sound, Destination to, List<OutboxMessage> messages) {
    List<OutboxMessage> sent =
        messages.stream()
            .sorted(Comparator.comparing(it -> it.payload().length > WebhookClient.LARGEST / 2))
            .toList();
    List<PublishOutcome> outcomes = sound.publish(to, sent);
    return messages.stream().map(it -> outcomes.get(sent.indexOf(it))).toList();
  }

  private static List<PublishOutcome> showingPayloads(
      Publisher sound, Destination to, List<OutboxMessage> messages) {
    String payloads =
        messages.stream().map(it -> new String(it.payload(), UTF_8)).collect(joining());
    return sound.publish(to, messages).stream()
        .map(
            it ->
                it instanceof Rejected(var code, var why) && why.contains("answered")
                    ? new Rejected(code, why + ": " + payloads)
                    : it)
        .toList();
  }

  private static List<PublishOutcome> rejectingAllThatFailed(
      Publisher sound, Destination to, List<OutboxMessage> messages) {
    List<PublishOutcome> outcomes = new ArrayList<>(sound.publish(to, messages));
    if (outcomes.stream().anyMatch(Rejected.class::isInstance)) {
      outcomes.replaceAll(
          it -> it instanceof Retryable(var code, var why) ? new Rejected(code, why) : it);
    }
    return outcomes;
  }

  private static final class Disowning extends SpoiltProvider {

    Disowning() {
      super(Publisher::publish);
    }

    @Override
    public boolean keepsOrder(Destination destination) {
      return false;
    }
  }

  private static final class Hurried extends SpoiltProvider {

    Hurried() {
      super(Publisher::publish);
    }

    @Override
    public Publisher open(PublisherContext context) {
      Duration limit = context.timeLimit().dividedBy(1_000);
      return super.open(new PublisherContext(context.environment(), limit));
    }
  }

  private static final class Eager extends SpoiltProvider {

    Eager() {
      super(Publisher::publish);
    }

    @Override
    public Publisher open(PublisherContext context) {
      Thread.ofPlatform().daemon().start(() -> LockSupport.parkNanos(10_000_000_000L));
      return super.open(context);
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
