package dev.sluice.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A new function that publishes one event loads nothing of the destinations that it does not use.
 */
@Timeout(600)
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
  @MethodSource("destinations")
  void onlyItsOwnClientIsLoaded(Destination destination) throws Exception {
    Set<String> loaded = loaded(destination);

    assertThat(in(loaded, client(destination))).hasSizeGreaterThan(20);
    for (Destination other : destinations().filter(it -> it != destination).toList()) {
      assertThat(in(loaded, client(other))).as(other.label()).isEmpty();
      assertThat(in(loaded, ours(other)))
          .as("our own of " + other.label())
          .allMatch(name -> name.endsWith("PublisherProvider"));
    }
  }

  @Test
  void kafkaNeedsNoClientOfAws() throws Exception {
    Set<String> loaded = loaded(Destination.KAFKA);

    assertThat(in(loaded, "org.apache.kafka.clients.producer")).isNotEmpty();
    assertThat(in(loaded, "software.amazon.awssdk.services")).isEmpty();
    assertThat(in(loaded, "software.amazon.awssdk.protocols")).isEmpty();
    assertThat(in(loaded, "org.apache.hc")).isEmpty();
  }

  private static Stream<Destination> destinations() {
    return Start.BENCHMARK.defaults().contenders().stream().map(it -> it.function().destination());
  }

  private static Set<String> loaded(Destination destination) throws SQLException {
    return stage.loaded(Contender.relay(destination, ""));
  }

  private static List<String> in(Set<String> loaded, String packageName) {
    return loaded.stream().filter(name -> name.startsWith(packageName + ".")).toList();
  }

  private static String ours(Destination destination) {
    return destination == Destination.KAFKA
        ? "dev.sluice.kafka"
        : "dev.sluice.aws." + destination.label();
  }

  private static String client(Destination destination) {
    return destination == Destination.KAFKA
        ? "org.apache.kafka"
        : "software.amazon.awssdk.services." + destination.label();
  }
}
