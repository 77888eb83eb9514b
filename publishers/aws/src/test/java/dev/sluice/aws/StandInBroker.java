package dev.sluice.aws;

import dev.sluice.emulators.AwsStandIn;
import dev.sluice.emulators.Credentials;
import dev.sluice.emulators.Pause;
import dev.sluice.emulators.StandInAnswer;
import dev.sluice.emulators.StandInCall;
import dev.sluice.emulators.StandInEntry;
import dev.sluice.emulators.StandInFate;
import dev.sluice.relay.contract.FaultScript;
import dev.sluice.relay.contract.Received;
import dev.sluice.relay.contract.ScriptedBroker;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublisherProvider;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * SNS, SQS or EventBridge as the stand-in plays it, with every fault that the contract asks for.
 */
public final class StandInBroker implements ScriptedBroker {

  private static final Duration FOR_EVER = Duration.ofHours(1);
  private static final String MISSING = "missing-";

  private final AwsTarget target;
  private final AwsStandIn aws = AwsStandIn.start();
  private final FaultScript script = new FaultScript();
  private volatile boolean stopped;

  public StandInBroker(AwsTarget target) {
    this.target = target;
    Credentials.provide();
    aws.answers(this::answer);
  }

  private StandInAnswer answer(StandInCall call) {
    if (stopped) {
      return StandInAnswer.dropped();
    }
    if (call.target().contains(MISSING)) {
      return StandInAnswer.refused(400, target.codes().missing(), "there is no such thing");
    }
    return call.entries().isEmpty() ? StandInAnswer.accept() : publishing(call.entries());
  }

  private StandInAnswer publishing(List<StandInEntry> entries) {
    CallFault fault = script.nextCall().orElse(null);
    return switch (fault) {
      case null -> {
        entries.forEach(entry -> script.begin(entry.target(), group(entry), id(entry)));
        yield StandInAnswer.entries(this::fate);
      }
      case THROTTLED -> StandInAnswer.refused(400, target.codes().throttled(), "slow down");
      case UNANSWERED -> {
        entries.forEach(entry -> script.begin(entry.target(), group(entry), id(entry)));
        yield StandInAnswer.dropped().after(FOR_EVER);
      }
      case ANSWER_LOST -> StandInAnswer.acceptedThenDropped();
    };
  }

  private UUID id(StandInEntry entry) {
    return target.received(entry).id();
  }

  List<String> groups(Destination destination) {
    return aws.accepted(destination.target()).stream()
        .map(StandInEntry::groupId)
        .map(String::valueOf)
        .toList();
  }

  /** Without a group nobody asks. */
  private static String group(StandInEntry entry) {
    String group = entry.orderedGroup();
    return group == null ? entry.id() : group;
  }

  /** Asked for when the answer is decided, just before it is sent. */
  private StandInFate fate(StandInEntry entry) {
    script.end(entry.target(), group(entry));
    AwsTarget.Codes codes = target.codes();
    return script
        .nextEntry(id(entry))
        .map(
            fault ->
                switch (fault) {
                  case FAILED -> StandInFate.failed(codes.failed(), "not this time", true);
                  case BROKER_FAULT ->
                      StandInFate.failed(codes.serverFault(), "something broke", false);
                  case REFUSED -> StandInFate.failed(codes.refused(), "not like this", true);
                  case THROTTLED -> StandInFate.failed(codes.throttled(), "slow down", true);
                })
        .orElse(StandInFate.ok());
  }

  @Override
  public void fault(EntryFault fault, Predicate<UUID> messages, int times) {
    script.fault(fault, messages, times);
  }

  @Override
  public void fault(CallFault fault, int calls) {
    script.fault(fault, calls);
  }

  @Override
  public void mend() {
    script.mend();
  }

  @Override
  public void stop() {
    stopped = true;
  }

  @Override
  public void start() {
    stopped = false;
  }

  @Override
  public int calls() {
    return script.calls();
  }

  @Override
  public Set<String> overlapping() {
    return script.overlapping();
  }

  @Override
  public PublisherProvider provider() {
    return target.provider();
  }

  @Override
  public Map<String, String> environment() {
    return Map.of("AWS_ENDPOINT_URL", aws.endpoint().toString(), "AWS_REGION", "us-east-1");
  }

  @Override
  public Destination destination(Format format) {
    return named("contract-", format);
  }

  @Override
  public Destination missingDestination() {
    return named(MISSING, Format.RAW);
  }

  private Destination named(String prefix, Format format) {
    return target.destination(aws.endpoint().toString(), prefix + UUID.randomUUID(), format);
  }

  /** Taken is taken: nothing more comes by itself, but a first one may be on its way. */
  @Override
  public List<Received> received(Destination destination, int atLeast) {
    long until = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (aws.accepted(destination.target()).size() < Math.min(atLeast, 1)
        && System.nanoTime() < until) {
      Pause.briefly();
    }
    return aws.accepted(destination.target()).stream().map(target::received).toList();
  }

  @Override
  public int largestPayload(OutboxMessage message) {
    return target.limit() - target.overhead(message);
  }

  @Override
  public byte[] body(Format format, OutboxMessage message) {
    return target.body(format, message);
  }

  @Override
  public void close() {
    aws.close();
  }
}
