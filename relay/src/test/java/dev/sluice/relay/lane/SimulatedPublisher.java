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
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** One lane's way to the simulated broker. */
final class SimulatedPublisher implements PublisherProvider, Publisher {

  private final SimulatedBroker broker;
  private final boolean pipelined;
  private final BooleanSupplier frozen;
  private final Consumer<Runnable> later;
  private final Runnable killed;

  /**
   * @param later runs an answer at some time, in no order
   * @param killed the lane's process is gone
   */
  SimulatedPublisher(
      SimulatedBroker broker,
      boolean pipelined,
      BooleanSupplier frozen,
      Consumer<Runnable> later,
      Runnable killed) {
    this.broker = broker;
    this.pipelined = pipelined;
    this.frozen = frozen;
    this.later = later;
    this.killed = killed;
  }

  private List<PublishOutcome> publish(List<OutboxMessage> messages) {
    try {
      return broker.publish(messages, frozen.getAsBoolean());
    } catch (SimulatedBroker.Killed e) {
      killed.run();
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
    return destination.target().equals("letters") ? broker.copy(messages) : publish(messages);
  }

  @Override
  public Optional<Pipeline> pipeline(Destination destination) {
    return pipelined ? Optional.of(new OrderedPipeline()) : Optional.empty();
  }

  /** Ends with the first message that is not delivered. */
  private final class OrderedPipeline implements Pipeline {
    private boolean ended;

    @Override
    public void send(List<OutboxMessage> messages, Consumer<List<PublishOutcome>> answer) {
      boolean over = ended;
      ended = true; // also when it throws
      List<PublishOutcome> outcomes =
          over
              ? messages.stream().map(message -> (PublishOutcome) new NotSent()).toList()
              : publish(messages);
      ended = outcomes.stream().anyMatch(outcome -> !(outcome instanceof Delivered));
      later.accept(() -> answer.accept(outcomes));
    }
  }

  @Override
  public void close() {}
}
