package dev.sluice.relay.testing;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Finding;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/** A publisher scripted with outcomes; it remembers what it accepted, in order. */
public final class FakeBroker implements Publisher {

  private final List<OutboxMessage> delivered = new ArrayList<>();
  private final Set<Format> formats = ConcurrentHashMap.newKeySet();
  private final AtomicInteger opened = new AtomicInteger();
  private final List<Integer> calls = new CopyOnWriteArrayList<>();
  private volatile Function<OutboxMessage, PublishOutcome> script =
      message -> new PublishOutcome.Delivered("fake@" + message.seq());
  private volatile Callable<Finding> seen = () -> new Finding.Ready("it is there");
  private volatile Consumer<List<OutboxMessage>> before = ignored -> {};
  private volatile Runnable preparing = () -> {};

  /** Found by the name in the destination: {@code fake:NAME}. */
  private static final Map<String, FakeBroker> BROKERS = new ConcurrentHashMap<>();

  public static FakeBroker named(String name) {
    return BROKERS.computeIfAbsent(name, ignored -> new FakeBroker());
  }

  public FakeBroker answers(Function<OutboxMessage, PublishOutcome> outcomes) {
    script = outcomes;
    return this;
  }

  public FakeBroker before(Consumer<List<OutboxMessage>> action) {
    before = action;
    return this;
  }

  public FakeBroker preparing(Runnable action) {
    preparing = action;
    return this;
  }

  /** Until now. */
  public List<OutboxMessage> delivered() {
    synchronized (delivered) {
      return List.copyOf(delivered);
    }
  }

  /** How many publishers are connected. */
  public int opened() {
    return opened.get();
  }

  public Set<Format> formats() {
    return formats;
  }

  /** How many messages each call brought. */
  public List<Integer> calls() {
    return calls;
  }

  @Override
  public List<PublishOutcome> publish(Destination destination, List<OutboxMessage> messages) {
    before.accept(messages);
    calls.add(messages.size());
    formats.add(destination.format());
    Set<String> failed = new HashSet<>();
    List<PublishOutcome> outcomes = new ArrayList<>();
    List<OutboxMessage> accepted = new ArrayList<>();
    for (OutboxMessage message : messages) {
      String key = message.stream() + "/" + message.key();
      PublishOutcome outcome =
          destination.ordered() && failed.contains(key)
              ? new PublishOutcome.NotSent()
              : script.apply(message);
      if (outcome instanceof PublishOutcome.Delivered) {
        accepted.add(message);
      } else {
        failed.add(key);
      }
      outcomes.add(outcome);
    }
    synchronized (delivered) {
      delivered.addAll(accepted);
    }
    return outcomes;
  }

  @Override
  public void prepare(Destination destination) {
    preparing.run();
  }

  @Override
  public void close() {}

  /** Makes {@code fake:} a scheme. */
  public static final class Provider implements PublisherProvider {
    @Override
    public String scheme() {
      return "fake";
    }

    @Override
    public List<String> faults(Destination destination, PublisherContext context) {
      return destination.target().equals("bad") ? List.of("the target is bad") : List.of();
    }

    @Override
    public Publisher open(PublisherContext context) {
      return new Switchboard();
    }
  }

  /** What people are told who look at it. */
  public FakeBroker looks(Finding finding) {
    return looking(() -> finding);
  }

  /** A look that takes its time. */
  public FakeBroker looking(Callable<Finding> look) {
    seen = look;
    return this;
  }

  @Override
  public Finding look(Destination destination) {
    try {
      return seen.call();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** One publisher for the scheme, a broker for each destination. */
  private static final class Switchboard implements Publisher {
    private final Set<FakeBroker> connected = ConcurrentHashMap.newKeySet();

    @Override
    public List<PublishOutcome> publish(Destination destination, List<OutboxMessage> messages) {
      FakeBroker broker = named(destination.target());
      if (connected.add(broker)) {
        broker.opened.incrementAndGet();
      }
      return broker.publish(destination, messages);
    }

    @Override
    public void prepare(Destination destination) {
      named(destination.target()).prepare(destination);
    }

    @Override
    public Finding look(Destination destination) {
      return named(destination.target()).look(destination);
    }

    @Override
    public void close() {
      connected.forEach(broker -> broker.opened.decrementAndGet());
      connected.clear();
    }
  }
}
