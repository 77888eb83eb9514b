package dev.sluice.relay.aws;

import dev.sluice.emulators.AwsStandIn;
import dev.sluice.emulators.StandInAnswer;
import dev.sluice.emulators.StandInCall;
import dev.sluice.emulators.StandInEntry;
import dev.sluice.emulators.StandInFate;
import dev.sluice.emulators.StandInGroup;
import dev.sluice.relay.contract.Received;
import dev.sluice.relay.contract.ScriptedBroker;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublisherProvider;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * SNS, SQS or EventBridge as the stand-in plays it, with every fault that the contract asks for.
 */
public final class StandInBroker implements ScriptedBroker {

  private static final Duration FOR_EVER = Duration.ofHours(1);
  private static final String MISSING = "missing-";

  private final AwsTarget target;
  private final AwsStandIn aws = AwsStandIn.start();
  private final List<EntryScript> entryFaults = new CopyOnWriteArrayList<>();
  private @Nullable CallFault callFault;
  private int callFaults;
  private volatile boolean stopped;
  private volatile String latest = "";

  /** How often each message is still to meet a fault. */
  private record EntryScript(
      EntryFault fault, Predicate<UUID> messages, int times, Map<UUID, Integer> met) {

    synchronized boolean meets(UUID id) {
      return messages.test(id) && met.merge(id, 1, Integer::sum) <= times;
    }
  }

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
    return call.entries().isEmpty() ? StandInAnswer.accept() : publishing();
  }

  private StandInAnswer publishing() {
    CallFault fault = nextCallFault();
    return switch (fault) {
      case null -> StandInAnswer.entries(this::fate);
      case THROTTLED -> StandInAnswer.refused(400, target.codes().throttled(), "slow down");
      case UNANSWERED -> StandInAnswer.dropped().after(FOR_EVER);
      case ANSWER_LOST -> StandInAnswer.acceptedThenDropped();
    };
  }

  private synchronized @Nullable CallFault nextCallFault() {
    if (callFaults == 0) {
      return null;
    }
    callFaults -= callFaults == ALWAYS ? 0 : 1;
    return callFault;
  }

  private StandInFate fate(StandInEntry entry) {
    UUID id = UUID.fromString(target.id(entry));
    for (EntryScript script : entryFaults) {
      if (script.meets(id)) {
        AwsTarget.Codes codes = target.codes();
        return switch (script.fault) {
          case FAILED -> StandInFate.failed(codes.failed(), "something broke", false);
          case REFUSED -> StandInFate.failed(codes.refused(), "not like this", true);
          case THROTTLED -> StandInFate.failed(codes.throttled(), "slow down", true);
        };
      }
    }
    return StandInFate.ok();
  }

  @Override
  public void fault(EntryFault fault, Predicate<UUID> messages, int times) {
    entryFaults.add(new EntryScript(fault, messages, times, new HashMap<>()));
  }

  @Override
  public synchronized void fault(CallFault fault, int calls) {
    callFault = fault;
    callFaults = calls;
  }

  @Override
  public synchronized void mend() {
    entryFaults.clear();
    callFaults = 0;
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
    return (int) aws.counts().calls();
  }

  @Override
  public Set<String> overlapping() {
    return aws.counts().overlappingGroups().stream()
        .filter(group -> group.target().equals(latest))
        .map(StandInGroup::groupId)
        .collect(Collectors.toSet());
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
    Destination destination = named("contract-", format);
    latest = destination.target();
    return destination;
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
      Thread.onSpinWait();
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
