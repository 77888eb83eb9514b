package dev.sluice.example;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Finding;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Their publishers publish well, but open, close or keep the time badly. */
final class ProviderMutants {

  private ProviderMutants() {}

  static Stream<Mutant> all() {
    return Stream.of(
        Mutant.of("bears another name", new OtherScheme(), "schemeIsThatOfItsDestinations"),
        Mutant.of("disowns its order", new Disowning(), "orderIsClaimedExactlyWhereItIsShown"),
        Mutant.of("sees what is not", new Visionary(), "lookFindsADestinationAndNoneThatIsMissing"),
        Mutant.of("finds fault", new FaultFinder(), "soundDestinationHasNoFaults"),
        Mutant.of(
            "starts a thread when it is opened", new Eager(), "openingAPublisherStartsNoThread"),
        Mutant.of("opens one only", new OnlyOne(), "providerOpensAnotherAfterOneWasClosed"),
        Mutant.of("minds being closed twice", new ClosedOnce(), "closingTwiceIsClosingOnce"),
        Mutant.of(
            "has no patience",
            new Hurried(limit -> limit.dividedBy(1_000)),
            "throttledEntriesAreWaitedFor",
            "throttledCallsAreWaitedFor",
            "backlogIsDeliveredInOneCall"),
        Mutant.of(
            "has all the time in the world",
            new Hurried(limit -> limit.multipliedBy(20)),
            "silentBrokerIsUnavailableWithinTheTimeLimit",
            "callsThrottledForEverAreUnavailableWithinTheTimeLimit",
            "entriesThrottledForEverCountNoAttempt"));
  }

  private static final class OtherScheme extends SpoiltProvider {
    @Override
    public String scheme() {
      return "hook";
    }
  }

  private static final class Disowning extends SpoiltProvider {
    @Override
    public boolean keepsOrder(Destination destination) {
      return false;
    }
  }

  private static final class Visionary extends SpoiltProvider {
    @Override
    public Publisher open(PublisherContext context) {
      return looking(super.open(context), new Finding.Ready("all is well"));
    }
  }

  private static Publisher looking(Publisher sound, Finding finding) {
    return new Publisher() {
      @Override
      public List<PublishOutcome> publish(Destination destination, List<OutboxMessage> messages) {
        return sound.publish(destination, messages);
      }

      @Override
      public Finding look(Destination destination) {
        return finding;
      }

      @Override
      public void close() {
        sound.close();
      }
    };
  }

  private static final class FaultFinder extends SpoiltProvider {
    @Override
    public List<String> faults(Destination destination, PublisherContext context) {
      return List.of(destination.uri() + " does not please");
    }
  }

  private static final class Hurried extends SpoiltProvider {
    private final UnaryOperator<Duration> limit;

    Hurried(UnaryOperator<Duration> limit) {
      this.limit = limit;
    }

    @Override
    public Publisher open(PublisherContext context) {
      Duration changed = limit.apply(context.timeLimit());
      return super.open(new PublisherContext(context.environment(), changed));
    }
  }

  private static final class Eager extends SpoiltProvider {
    @Override
    public Publisher open(PublisherContext context) {
      CountDownLatch closed = new CountDownLatch(1);
      Thread.ofPlatform().daemon().start(() -> awaitForEver(closed));
      return closing(super.open(context), closed::countDown);
    }

    private static void awaitForEver(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static final class ClosedOnce extends SpoiltProvider {
    @Override
    public Publisher open(PublisherContext context) {
      AtomicBoolean closed = new AtomicBoolean();
      return closing(
          super.open(context),
          () -> {
            if (closed.getAndSet(true)) {
              throw new IllegalStateException("closed already");
            }
          });
    }
  }

  private static final class OnlyOne extends SpoiltProvider {
    private @Nullable Publisher only;

    @Override
    public Publisher open(PublisherContext context) {
      if (only == null) {
        only = super.open(context);
      }
      return only;
    }
  }

  private static Publisher closing(Publisher sound, Runnable action) {
    return new Publisher() {
      @Override
      public List<PublishOutcome> publish(Destination destination, List<OutboxMessage> messages) {
        return sound.publish(destination, messages);
      }

      @Override
      public void close() {
        action.run();
        sound.close();
      }
    };
  }
}
