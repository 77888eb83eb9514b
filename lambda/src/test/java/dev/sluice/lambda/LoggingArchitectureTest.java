package dev.sluice.lambda;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.sluice.lambda.ArchitectureTest.LAMBDA;
import static dev.sluice.lambda.ArchitectureTest.MAIN;
import static dev.sluice.lambda.ArchitectureTest.METRICS;
import static dev.sluice.lambda.ArchitectureTest.RELAY;
import static dev.sluice.lambda.ArchitectureTest.SPI;
import static dev.sluice.lambda.ArchitectureTest.WIRE;

import com.tngtech.archunit.lang.ArchRule;
import dev.sluice.lambda.telemetry.OffendingGauge;
import dev.sluice.relay.OffendingCore;
import org.junit.jupiter.api.Test;

/** Which code may log and print, and what that code may know. */
final class LoggingArchitectureTest {

  private static final String LANE = RELAY + ".lane..";
  private static final String STATUS = RELAY + ".ops.status..";
  private static final String TELEMETRY = LAMBDA + ".telemetry..";

  private static final ArchRule TELEMETRY_NEEDS_THE_LANE_AND_THE_GAUGES =
      classes()
          .that()
          .resideInAPackage(TELEMETRY)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify.annotations..",
              "com.fasterxml.jackson.jr..",
              TELEMETRY,
              METRICS,
              LANE,
              STATUS,
              SPI,
              WIRE);

  private static final ArchRule NOTHING_IS_LOGGED =
      noClasses()
          .that()
          .resideOutsideOfPackages(LAMBDA, TELEMETRY)
          .should()
          .dependOnClassesThat(resideInAPackage("java.util.logging.."));

  private static final ArchRule NOTHING_IS_PRINTED =
      noClasses()
          .that()
          .resideOutsideOfPackage(LAMBDA)
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err");

  @Test
  void telemetryKnowsTheLaneAndTheGaugesAlone() {
    ArchitectureTest.assertHoldsAndSees(
        TELEMETRY_NEEDS_THE_LANE_AND_THE_GAUGES, MAIN, "PostgresLog", OffendingGauge.class);
  }

  @Test
  void nothingIsLoggedButByTelemetry() {
    ArchitectureTest.assertHoldsAndSees(NOTHING_IS_LOGGED, MAIN, "Logger", OffendingCore.class);
  }

  @Test
  void nothingIsPrintedButByTheFunctions() {
    ArchitectureTest.assertHoldsAndSees(
        NOTHING_IS_PRINTED, MAIN, "System.out", OffendingCore.class);
  }
}
