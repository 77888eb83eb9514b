package dev.sluice.lambda;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.sluice.lambda.ArchitectureTest.LAMBDA;
import static dev.sluice.lambda.ArchitectureTest.MAIN;

import com.tngtech.archunit.lang.ArchRule;
import dev.sluice.lambda.telemetry.OffendingGauge;
import dev.sluice.relay.OffendingCore;
import org.junit.jupiter.api.Test;

/** Who may tell something to the world outside, and whom he knows. */
final class LoggingArchitectureTest {

  private static final String RELAY = "dev.sluice.relay";
  private static final String OPS = RELAY + ".ops..";
  private static final String SPI = RELAY + ".spi..";
  private static final String WIRE = RELAY + ".wire..";
  private static final String CONFIG = RELAY + ".config..";
  private static final String TELEMETRY = LAMBDA + ".telemetry..";

  private static final ArchRule TELEMETRY_NEEDS_THE_CORE_ALONE =
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
              RELAY,
              CONFIG,
              OPS,
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
  void telemetryNeedsTheCoreAlone() {
    ArchitectureTest.assertHoldsAndSees(
        TELEMETRY_NEEDS_THE_CORE_ALONE, MAIN, OffendingGauge.class, "OutboxStore");
  }

  @Test
  void nothingIsLoggedButByTelemetry() {
    ArchitectureTest.assertHoldsAndSees(NOTHING_IS_LOGGED, MAIN, OffendingCore.class, "Logger");
  }

  @Test
  void nothingIsPrintedButByTheFunctions() {
    ArchitectureTest.assertHoldsAndSees(
        NOTHING_IS_PRINTED, MAIN, OffendingCore.class, "System.out");
  }
}
