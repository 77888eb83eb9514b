package dev.sluice.aws;

import dev.sluice.emulators.Credentials;
import dev.sluice.emulators.Emulator;
import dev.sluice.emulators.LocalStack;
import dev.sluice.relay.contract.ContractBroker;
import dev.sluice.relay.contract.Received;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublisherProvider;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** SNS, SQS or EventBridge as LocalStack plays it; what arrives is read from a queue. */
public final class LocalStackBroker implements ContractBroker {

  private final AwsTarget target;
  private final Emulator aws = LocalStack.shared();
  private final Resources resources = new Resources(aws);
  private final Map<String, Inbox> inboxes = new ConcurrentHashMap<>();

  public LocalStackBroker(AwsTarget target) {
    this.target = target;
    Credentials.provide();
  }

  @Override
  public PublisherProvider provider() {
    return target.provider();
  }

  @Override
  public Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(aws.environment());
    // What a bus hands on to the queue that we read from must fit in there.
    environment.put("SLUICE_EVENTBRIDGE_BATCH_BYTES", Integer.toString(limit()));
    environment.put("SLUICE_SQS_BATCH_BYTES", Integer.toString(limit()));
    return environment;
  }

  private int limit() {
    return Math.min(target.limit(), 200 << 10);
  }

  @Override
  public Destination destination(Format format) {
    Destination destination = named("contract-", format);
    String queue = resources.create(destination);
    inboxes.put(destination.target(), new Inbox(resources.sqs(), queue, target));
    return destination;
  }

  @Override
  public Destination missingDestination() {
    return named("missing-", Format.RAW);
  }

  private Destination named(String prefix, Format format) {
    return target.destination(aws.endpoint().toString(), prefix + UUID.randomUUID(), format);
  }

  @Override
  public List<Received> received(Destination destination, int atLeast) {
    Inbox inbox = inboxes.get(destination.target());
    return inbox == null ? List.of() : inbox.received(atLeast);
  }

  @Override
  public int largestPayload(OutboxMessage message) {
    boolean topic = target instanceof TopicTarget;
    return (topic ? target.limit() : limit()) - target.overhead(message);
  }

  @Override
  public byte[] body(Format format, OutboxMessage message) {
    byte[] body = target.body(format, message);
    return target instanceof BusTarget ? Inbox.canonical(body) : body;
  }

  /** The stand-in takes ten thousand; here the judge is what counts. */
  @Override
  public int backlog() {
    return 600;
  }

  /** It takes some 100 entries a second for a bus, and 450 for a topic, on an idle machine. */
  @Override
  public Duration timeLimit() {
    return Duration.ofMinutes(5);
  }

  @Override
  public Duration shortTimeLimit() {
    return Duration.ofSeconds(20);
  }

  @Override
  public void close() {
    resources.close();
  }
}
