package dev.sluice.relay.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PublishersTest {

  private final List<String> log = new ArrayList<>();
  private final Publishers publishers =
      new Publishers(
          List.of(provider("one", false), provider("two", true), provider("three", false)),
          new PublisherContext(Map.of(), Duration.ofSeconds(1)));

  private PublisherProvider provider(String scheme, boolean throwing) {
    return new PublisherProvider() {
      @Override
      public String scheme() {
        return scheme;
      }

      @Override
      public Publisher open(PublisherContext context) {
        log.add("open " + scheme);
        return publisher(scheme, throwing);
      }
    };
  }

  private Publisher publisher(String scheme, boolean throwing) {
    return new Publisher() {
      @Override
      public List<PublishOutcome> publish(Destination to, List<OutboxMessage> messages) {
        return List.of();
      }

      @Override
      public void close() {
        log.add("close " + scheme);
        if (throwing) {
          throw new IllegalStateException("a bug in " + scheme);
        }
      }
    };
  }

  private Publisher of(String scheme) {
    return publishers.of(new Destination(scheme, "target", Format.RAW, true));
  }

  @Test
  void publisherIsOpenedByTheFirstEventOfItsScheme() {
    assertThat(log).isEmpty();
    assertThat(of("one")).isSameAs(of("one"));
    assertThat(log).containsExactly("open one");
  }

  @Test
  void nothingIsOpenedAfterTheEnd() {
    of("one");
    publishers.close();
    assertThatIllegalStateException().isThrownBy(() -> of("one"));
    assertThatIllegalStateException().isThrownBy(() -> of("three"));
    publishers.close();
    assertThat(log).containsExactly("open one", "close one");
  }

  @Test
  void publisherThatCannotBeClosedKeepsNoOtherOneOpen() {
    List.of("one", "two", "three").forEach(this::of);
    assertThatIllegalStateException().isThrownBy(publishers::close).withMessage("a bug in two");
    assertThat(log).contains("close one", "close two", "close three");
  }
}
