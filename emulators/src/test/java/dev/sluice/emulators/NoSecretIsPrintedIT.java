package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.EventStatistics;
import org.junit.platform.testkit.engine.Events;

/** The watch over a whole test run does bark. */
final class NoSecretIsPrintedIT {

  private static final Path LOG = Path.of("target", "planted.log");

  @ExtendWith(NoSecretIsPrinted.class)
  static final class Silent {
    @Test
    void printsWhatItMay() {
      System.out.println("published 4111-1111");
    }
  }

  @ExtendWith(NoSecretIsPrinted.class)
  static final class Talkative {
    @Test
    void printsInPieces() {
      System.err.print("published " + Planted.CARD.substring(0, 4));
      System.err.println(Planted.CARD.substring(4));
    }
  }

  @ExtendWith(NoSecretIsPrinted.class)
  static final class Writing {
    @Test
    void writesToALog() throws IOException {
      Files.writeString(LOG, Planted.PASSWORD + "\n", StandardOpenOption.CREATE);
    }
  }

  @AfterEach
  void forget() throws IOException {
    Files.deleteIfExists(LOG);
  }

  private static Events run(Class<?> test) {
    return EngineTestKit.engine("junit-jupiter").selectors(selectClass(test)).execute().allEvents();
  }

  private static void assertThatItFails(Class<?> test) {
    Events events = run(test);
    assertThat(events.failed().stream())
        .singleElement()
        .satisfies(
            event ->
                assertThat(event.getPayload().orElseThrow().toString())
                    .contains("a planted secret was printed"));
  }

  @Test
  void classThatPrintsNoneSucceeds() {
    run(Silent.class).assertStatistics(NoSecretIsPrintedIT::allSucceeded);
  }

  private static void allSucceeded(EventStatistics statistics) {
    statistics.failed(0).succeeded(3); // the engine, the class and the test
  }

  @Test
  void classThatPrintsOneFails() {
    assertThatItFails(Talkative.class);
  }

  @Test
  void classThatWritesOneToALogFails() {
    assertThatItFails(Writing.class);
  }
}
