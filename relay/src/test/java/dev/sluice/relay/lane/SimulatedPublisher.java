package dev.sluice.relay.lane;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.Pipeline;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.NotSent;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** One lane's way to the simulated broker. */
final class SimulatedPublisher implements PublisherProvider, Publisher {

  /** The process that sends. */
  interface Sender {

    /** It is gone. */
    void killed();

    /** Runs an answer at some time, in no order. */
    void later(Runnable answer);

    /** Of its lease. */
    long token();

    /** It could not know that its lease of the shard is over. */
    boolean isExcused(int shard);
  }

  /** It lives, answers at once and is not looked at. */
  static final Sender UNCHECKED =
      new Sender() {
        @Override
        public void killed() {}

        @Override
        public void later(Runnable answer) {
          answer.run();
        }

        @Override
        public long token() {
          return 0;
        }

        @Override
        public boolean isExcused(int shard) {
          return true;
        }
      };

  private final SimulatedBroker broker;
  private final boolean pipelined;
  private final Sender sender;

  SimulatedPublisher(SimulatedBroker broker, boolean pipelined, Sender sender) {
    this.broker = broker;
    this.pipelined = pipelined;
    this.sender = sender;
  }

  private List<PublishOutcome> send(Destination destination, List<OutboxMessage> messages) {
    try {
      return broker.publish(destination.target(), messages, sender);
    } catch (SimulatedBroker.Killed e) {
      sender.killed();
      throw e;
    }
  }

  @Override
  public String scheme() {
    return "fake";
  }

  @Override
  public Publisher open(PublisherContext context) {
    return this;
  }

  @Override
  public List<PublishOutcome> publish(Destination destination, List<OutboxMessage> messages) {
    return destination.target().equals("letters")
        ? broker.copy(messages)
        : send(destination, messages);
  }

  @Override
  public Optional<Pipeline> pipeline(Destination destination) {
    return pipelined ? Optional.of(new OrderedPipeline(destination)) : Optional.empty();
  }

  /** Ends with the first message that is not delivered. */
  private final class OrderedPipeline implements Pipeline {
    private final Destination destination;
    private boolean ended;

    OrderedPipeline(Destination destination) {
      this.destination = destination;
    }

    @Override
    public void send(List<OutboxMessage> messages, Consumer<List<PublishOutcome>> answer) {
      boolean over = ended;
      ended = true; // also when it throws
      List<PublishOutcome> outcomes =
          over
              ? messages.stream().map(message -> (PublishOutcome) new NotSent()).toList()
              : SimulatedPublisher.this.send(destination, messages);
      ended = outcomes.stream().anyMatch(outcome -> !(outcome instanceof Delivered));
      sender.later(() -> answer.accept(outcomes));
    }
  }

  @Override
  public void close() {}
}
