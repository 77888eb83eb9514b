package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sluice.relay.config.ConfigurationException;
import dev.sluice.relay.testing.Environments;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;

final class CurrentConfigTest {

  private static final String NO_ROUTES =
      "SLUICE_ROUTES (parameter '/shop/routes') is not a JSON list with at least one route, such as"
          + " [{\"stream\":\"orders\",\"destination\":\"kafka:orders\"}]";

  private final List<String> read = new ArrayList<>();
  private String value = routeTo("a");
  private Instant now = Instant.EPOCH;

  private final CurrentConfig current =
      new CurrentConfig(
          Environments.with(Map.of("SLUICE_ROUTES", " ssm: /shop/routes ")),
          this::parameter,
          () -> now);

  private static String routeTo(String target) {
    return "[{\"stream\":\"*\",\"destination\":\"fake:" + target + "\"}]";
  }

  private String parameter(String name) {
    read.add(name);
    if (value.isEmpty()) {
      throw SdkClientException.create("Parameter " + name + " not found.");
    }
    return value;
  }

  private void afterward(Duration time) {
    now = now.plus(time);
  }

  private String destination() {
    return current.required().routes().getFirst().destination().uri();
  }

  @Test
  void routesAreThoseOfTheParameter() {
    assertThat(current.refresh()).isTrue();
    assertThat(read).containsExactly("/shop/routes");
    assertThat(destination()).isEqualTo("fake:a");
    assertThat(current.fault()).isEmpty();
  }

  @Test
  void changedRoutesAreInForceWithTheNextReading() {
    current.refresh();
    value = routeTo("b");
    afterward(CurrentConfig.AGE);
    assertThat(current.refresh()).isTrue();
    assertThat(destination()).isEqualTo("fake:b");
  }

  /** An application that nudges after each commit must not use up what Parameter Store allows. */
  @Test
  void parameterIsReadOnceAMinuteHoweverManyInvocationsThereAre() {
    current.refresh();
    value = routeTo("b");
    afterward(CurrentConfig.AGE.minusMillis(1));
    assertThat(current.refresh()).isFalse();
    assertThat(read).hasSize(1);
    assertThat(destination()).isEqualTo("fake:a");
    assertThat(CurrentConfig.AGE).isLessThan(Duration.ofMinutes(1)).isGreaterThan(Duration.ZERO);
  }

  @Test
  void clockThatWasSetBackHoldsUpNoReading() {
    current.refresh();
    afterward(Duration.ofDays(-1));
    assertThat(current.refresh()).isTrue();
  }

  /** Or producers and connections would be made anew each minute. */
  @Test
  void unchangedRoutesAreTheSameConfiguration() {
    current.refresh();
    var before = current.required();
    afterward(CurrentConfig.AGE);
    current.refresh();
    assertThat(read).hasSize(2);
    assertThat(current.required()).isSameAs(before);
  }

  @Test
  void invalidRoutesLeaveTheLastGoodOnesInForce() {
    current.refresh();
    value = "[]";
    afterward(CurrentConfig.AGE);
    current.refresh();
    assertThat(destination()).isEqualTo("fake:a");
    assertThat(current.fault()).isEqualTo(Environments.refusal(NO_ROUTES));
    assertThatIllegalStateException()
        .isThrownBy(current::throwIfOutdated)
        .withMessage(
            "events were published by the last good routes, until this is corrected:\n  - "
                + NO_ROUTES);
  }

  @Test
  void correctedRoutesEndTheFault() {
    current.refresh();
    value = "[]";
    afterward(CurrentConfig.AGE);
    current.refresh();
    value = routeTo("a");
    afterward(CurrentConfig.AGE);
    current.refresh();
    assertThat(current.fault()).isEmpty();
    current.throwIfOutdated();
  }

  @Test
  void parameterThatCannotBeReadLeavesTheLastGoodRoutesInForce() {
    current.refresh();
    value = "";
    afterward(CurrentConfig.AGE);
    current.refresh();
    assertThat(destination()).isEqualTo("fake:a");
    assertThat(current.fault()).contains("'/shop/routes') cannot be read");
  }

  @Test
  void startWithoutItsParameterNamesIt() {
    value = "";
    current.refresh();
    assertThat(current.find()).isNull();
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(current::required)
        .withMessage(
            Environments.refusal(
                "SLUICE_ROUTES (parameter '/shop/routes') cannot be read; it must exist in the"
                    + " function's region, and the function needs ssm:GetParameter (Parameter"
                    + " /shop/routes not found.)"))
        .withCauseInstanceOf(SdkClientException.class);
  }

  @Test
  void startWithInvalidRoutesNamesTheParameter() {
    value = "[]";
    current.refresh();
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(current::required)
        .withMessage(Environments.refusal(NO_ROUTES));
  }

  /** Those of a snapshot may be of last month, and the last good ones may be others. */
  @Test
  void routesOfASnapshotAreNeverInForce() {
    current.refresh();
    current.forget();
    value = "[]";
    assertThat(current.refresh()).isTrue();
    assertThatExceptionOfType(ConfigurationException.class).isThrownBy(current::required);
    value = routeTo("b");
    current.forget();
    current.refresh();
    assertThat(destination()).isEqualTo("fake:b");
  }

  @Test
  void routesThatStandForThemselvesAreReadOnce() {
    CurrentConfig inline =
        new CurrentConfig(
            Environments.with(Map.of("SLUICE_ROUTES", routeTo("c"))), this::parameter, () -> now);
    assertThat(inline.refresh()).isTrue();
    afterward(Duration.ofDays(1));
    assertThat(inline.refresh()).isFalse();
    assertThat(read).isEmpty();
    assertThat(inline.required().routes().getFirst().destination().uri()).isEqualTo("fake:c");
  }
}
