package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.relay.config.ConfigurationException;
import dev.sluice.relay.testing.Environments;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;

final class EnvironmentTest {

  private static String found(String name) {
    return "routes in " + name;
  }

  private static String missing(String name) {
    throw SdkClientException.create("Parameter " + name + " not found.");
  }

  private static Map<String, String> resolve(String routes, UnaryOperator<String> parameters) {
    return Environment.resolve(Map.of("SLUICE_ROUTES", routes, "PATH", "/bin"), parameters);
  }

  @Test
  void routesAreReadFromTheirParameter() {
    assertThat(resolve(" ssm: /sluice/routes ", EnvironmentTest::found))
        .isEqualTo(Map.of("SLUICE_ROUTES", "routes in /sluice/routes", "PATH", "/bin"));
  }

  @Test
  void routesThatStandForThemselvesAreLeftAlone() {
    assertThat(resolve("[]", EnvironmentTest::missing)).containsEntry("SLUICE_ROUTES", "[]");
    assertThat(Environment.resolve(Map.of(), EnvironmentTest::missing)).isEmpty();
  }

  @Test
  void parameterThatCannotBeReadIsNamed() {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> resolve("ssm:/sluice/routes", EnvironmentTest::missing))
        .withMessage(
            Environments.refusal(
                "SLUICE_ROUTES: parameter '/sluice/routes' cannot be read; it must exist in the"
                    + " function's region, and the function needs ssm:GetParameter (Parameter"
                    + " /sluice/routes not found.)"))
        .withCauseInstanceOf(SdkClientException.class);
  }
}
