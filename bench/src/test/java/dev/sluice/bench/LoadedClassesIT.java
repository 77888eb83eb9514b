package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.EnumSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A new function that publishes one event loads nothing of the destinations that it does not use.
 */
@Timeout(300)
class LoadedClassesIT {

  private static StartStage stage;

  @BeforeAll
  static void open() throws SQLException {
    stage = StartStage.open(_ -> {});
  }

  @AfterAll
  static void close() throws SQLException {
    stage.close();
  }

  /** The control is its own client, which is among them. */
  @ParameterizedTest
  @EnumSource
  void onlyItsOwnClientIsLoaded(StartDestination destination) throws Exception {
    LoadedClasses loaded = StartCommand.loaded(stage, destination);

    assertThat(loaded.in(client(destination))).hasSizeGreaterThan(20);
    for (StartDestination other : EnumSet.complementOf(EnumSet.of(destination))) {
      assertThat(loaded.in(client(other))).as(other.label()).isEmpty();
      assertThat(loaded.in("dev.sluice.relay." + other.label()))
          .as("our own of " + other.label())
          .allMatch(name -> name.endsWith("PublisherProvider"));
    }
  }

  @Test
  void kafkaNeedsNoClientOfAws() throws Exception {
    LoadedClasses loaded = StartCommand.loaded(stage, StartDestination.KAFKA);

    assertThat(loaded.in("org.apache.kafka.clients.producer")).isNotEmpty();
    assertThat(loaded.in("software.amazon.awssdk.services")).isEmpty();
    assertThat(loaded.in("software.amazon.awssdk.protocols")).isEmpty();
    assertThat(loaded.in("org.apache.hc")).isEmpty();
  }

  private static String client(StartDestination destination) {
    return switch (destination) {
      case KAFKA -> "org.apache.kafka";
      case SNS -> "software.amazon.awssdk.services.sns";
      case SQS -> "software.amazon.awssdk.services.sqs";
      case EVENTBRIDGE -> "software.amazon.awssdk.services.eventbridge";
    };
  }
}
