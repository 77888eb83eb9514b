package dev.sluice.example;

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

/** The receiving end of webhooks, which fails as it is told to. */
final class WebhookBroker implements ScriptedBroker {

  private final PublisherProvider provider;
  private final boolean ordered;
  private final Duration patience;
  private final FaultScript script = new FaultScript();
  private final WebhookServer server = new WebhookServer(script);

  WebhookBroker(boolean ordered) {
    this(new WebhookPublisherProvider(), ordered, Duration.ofSeconds(5));
  }

  /** Waits so long for what does not come. */
  WebhookBroker(PublisherProvider provider, boolean ordered, Duration patience) {
    this.provider = provider;
    this.ordered = ordered;
    this.patience = patience;
    start();
  }

  @Override
  public PublisherProvider provider() {
    return provider;
  }

  @Override
  public Map<String, String> environment() {
    return Map.of();
  }

  @Override
  public Destination destination(Format format) {
    String path = "/" + UUID.randomUUID();
    server.addHook(path);
    return new Destination("webhook", server.address() + path, format, ordered);
  }

  @Override
  public Destination missingDestination() {
    return new Destination("webhook", server.address() + "/missing", Format.RAW, ordered);
  }

  @Override
  public List<Received> received(Destination destination, int atLeast) throws Exception {
    String path = destination.target().substring(server.address().length());
    return server.hook(path).received(atLeast, patience);
  }

  @Override
  public int largestPayload(OutboxMessage message) {
    return WebhookClient.LARGEST;
  }

  @Override
  public Duration shortTimeLimit() {
    return Duration.ofSeconds(2);
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
  public int calls() {
    return script.calls();
  }

  @Override
  public Set<String> overlapping() {
    return script.overlapping();
  }

  @Override
  public void stop() {
    server.stop();
  }

  @Override
  public void start() {
    server.start();
  }

  @Override
  public void close() {
    server.stop();
  }
}
