package dev.sluice.aws;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.aws.ScriptedService.Drop;
import dev.sluice.aws.ScriptedService.Fate;
import dev.sluice.aws.ScriptedService.RefuseCall;
import dev.sluice.aws.ScriptedService.Take;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Finding.Obstructed;
import dev.sluice.relay.spi.Finding.Ready;
import dev.sluice.relay.spi.Finding.Unknown;
import dev.sluice.relay.spi.Format;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** When a place that drops in silence is looked at, and what comes of it. */
final class DestinationChecksTest {

  private static final Destination PLACE = new Destination("thing", "t", Format.RAW, false);

  private Fate fate = new Take();
  private Duration now = Duration.ofHours(1);
  private final ScriptedService service = new ScriptedService(_ -> new Take()).silent(() -> fate);
  private final DestinationChecks checks = new DestinationChecks(() -> now.toNanos());

  private @Nullable Unavailable obstacle() {
    return checks.obstacle(service, PLACE);
  }

  private void later(int seconds) {
    now = now.plusSeconds(seconds);
  }

  @Test
  void placeThatWasSeenIsLookedAtOnceAMinute() {
    assertThat(obstacle()).isNull();
    later(59);
    assertThat(obstacle()).isNull();
    assertThat(service.looks()).isEqualTo(1);
    later(2);
    assertThat(obstacle()).isNull();
    assertThat(service.looks()).isEqualTo(2);
  }

  @Test
  void throttledOrLostLookAtAPlaceThatWasSeenPasses() {
    assertThat(obstacle()).isNull();
    for (Fate passing :
        new Fate[] {
          new RefuseCall(400, "ThrottlingException"), new Drop(false), new RefuseCall(500, "")
        }) {
      fate = passing;
      later(61);
      assertThat(obstacle()).as("%s", passing).isNull();
    }
  }

  @Test
  void lookThatProvedNothingIsRepeatedSoon() {
    assertThat(obstacle()).isNull();
    fate = new Drop(false);
    later(61);
    assertThat(obstacle()).isNull();
    int looks = service.looks();
    later(5);
    assertThat(obstacle()).isNull();
    assertThat(service.looks()).as("not at every call").isEqualTo(looks);
    fate = new RefuseCall(400, "ResourceNotFoundException");
    later(6);
    assertThat(requireNonNull(obstacle()).code()).isEqualTo("ResourceNotFoundException");
  }

  @Test
  void placeThatIsGoneIsAnOutageAlthoughItWasSeen() {
    assertThat(obstacle()).isNull();
    fate = new RefuseCall(400, "ResourceNotFoundException");
    later(61);
    assertThat(obstacle()).isNotNull();
  }

  /** The control: nobody knows whether events would arrive there. */
  @Test
  void throttledOrLostLookAtAPlaceThatWasNeverSeenIsAnOutage() {
    fate = new RefuseCall(400, "ThrottlingException");
    assertThat(requireNonNull(obstacle()).code()).isEqualTo("ThrottlingException");
    fate = new Drop(false);
    assertThat(obstacle()).isNotNull();
  }

  @Test
  void placeThatTellsByItselfIsNotLookedAt() {
    ScriptedService talking = new ScriptedService(_ -> new Take());
    assertThat(checks.obstacle(talking, PLACE)).isNull();
    assertThat(talking.looks()).isZero();
  }

  @Test
  void operatorIsToldWhatWasSeenAndWhatToDo() {
    assertThat(DestinationChecks.look(service, PLACE))
        .isEqualTo(new Ready("thing t is there; writing to it takes thing:Put"));
    fate = new RefuseCall(404, "NotFound");
    assertThat(DestinationChecks.look(service, PLACE))
        .isEqualTo(
            new Obstructed("thing t does not exist (NotFound)", "create it, or correct the name"));
    fate = new RefuseCall(403, "AccessDeniedException");
    assertThat(DestinationChecks.look(service, PLACE))
        .isInstanceOfSatisfying(
            Unknown.class,
            it -> assertThat(it.remedy()).contains("allow this function thing:Describe"));
    fate = new Drop(false);
    assertThat(DestinationChecks.look(service, PLACE))
        .isInstanceOfSatisfying(
            Obstructed.class, it -> assertThat(it.text()).contains("does not answer"));
  }
}
