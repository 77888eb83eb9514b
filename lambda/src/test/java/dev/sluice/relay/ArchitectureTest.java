package dev.sluice.relay;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameStartingWith;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.sluice.relay.contract.OffendingContract;
import dev.sluice.relay.kafka.OffendingPublisher;
import dev.sluice.relay.ops.OffendingOperator;
import dev.sluice.relay.spi.OffendingProvider;
import dev.sluice.relay.wire.OffendingShape;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The arrows between the packages. Each is tried on a class that breaks it, or it proves little.
 */
final class ArchitectureTest {

  private static final String RELAY = "dev.sluice.relay";
  private static final String LAMBDA = RELAY + ".lambda..";
  private static final String SPI = RELAY + ".spi..";
  private static final String WIRE = RELAY + ".wire..";
  private static final String OPS = RELAY + ".ops..";
  private static final String CONTRACT = RELAY + ".contract..";
  private static final String AWS = RELAY + ".aws..";
  private static final String[] PUBLISHERS = {
    RELAY + ".kafka..", RELAY + ".sns..", RELAY + ".sqs..", RELAY + ".eventbridge..", AWS
  };

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages(RELAY);

  private static final ArchRule CORE_IS_PURE =
      noClasses()
          .that()
          .resideInAPackage(RELAY)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                      "java.sql..",
                      "javax.sql..",
                      "software.amazon..",
                      "com.amazonaws..",
                      "org.apache.kafka..",
                      "org.postgresql..",
                      "org.flywaydb..")
                  .or(
                      resideInAPackage(RELAY + "..")
                          .and(resideOutsideOfPackages(RELAY, SPI, WIRE))));

  private static final ArchRule SPI_NEEDS_THE_JDK_ALONE =
      classes()
          .that()
          .resideInAPackage(SPI)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "org.jspecify.annotations..", SPI);

  private static final ArchRule WIRE_NEEDS_THE_SPI_ALONE =
      classes()
          .that()
          .resideInAPackage(WIRE)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "org.jspecify.annotations..", WIRE, SPI);

  /** People who write a publisher get the contract without the rest of our tests. */
  private static final ArchRule CONTRACT_NEEDS_THE_SPI_AND_WIRE_ALONE =
      classes()
          .that()
          .resideInAPackage(CONTRACT)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "java..",
              "org.jspecify.annotations..",
              "org.junit.jupiter..",
              "org.assertj..",
              CONTRACT,
              WIRE,
              SPI);

  private static final ArchRule NOBODY_NEEDS_THE_FUNCTIONS =
      noClasses()
          .that()
          .resideOutsideOfPackage(LAMBDA)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(LAMBDA);

  private static final ArchRule FUNCTIONS_ALONE_READ_THE_ENVIRONMENT =
      noClasses()
          .that()
          .resideOutsideOfPackage(LAMBDA)
          .should()
          .callMethodWhere(
              target(owner(JavaClass.Predicates.type(System.class)))
                  .and(target(nameStartingWith("getenv"))));

  private static final ArchRule OPERATING_NEEDS_NO_DATABASE =
      noClasses()
          .that()
          .resideInAPackage(OPS)
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "java.sql..", "org.postgresql..", "software.amazon..", RELAY + ".postgres.."));

  private static ArchRule publisherStandsAlone(String publisher) {
    return noClasses()
        .that()
        .resideInAPackage(publisher)
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.sluice..")
                .and(resideOutsideOfPackages(publisher, SPI, WIRE, sharedBy(publisher))))
        .as(publisher + " needs the SPI and the wire formats alone")
        .allowEmptyShould(true);
  }

  /** SNS, SQS and EventBridge batch alike; Kafka has nothing to do with them. */
  private static String sharedBy(String publisher) {
    return publisher.equals(PUBLISHERS[0]) ? publisher : AWS;
  }

  static Stream<Arguments> rules() {
    return Stream.of(
        argumentSet("coreIsPure", CORE_IS_PURE, OffendingCore.class, "java.sql.Connection"),
        argumentSet("coreKnowsNoStore", CORE_IS_PURE, OffendingCore.class, "OutboxStore"),
        argumentSet(
            "spiNeedsTheJdkAlone", SPI_NEEDS_THE_JDK_ALONE, OffendingProvider.class, "RelayConfig"),
        argumentSet(
            "wireNeedsTheSpiAlone", WIRE_NEEDS_THE_SPI_ALONE, OffendingShape.class, "RelayConfig"),
        argumentSet(
            "publisherStandsAlone",
            publisherStandsAlone(PUBLISHERS[0]),
            OffendingPublisher.class,
            "OutboxStore"),
        argumentSet(
            "nobodyNeedsTheFunctions",
            NOBODY_NEEDS_THE_FUNCTIONS,
            OffendingPublisher.class,
            "RelayHandler"),
        argumentSet(
            "functionsAloneReadTheEnvironment",
            FUNCTIONS_ALONE_READ_THE_ENVIRONMENT,
            OffendingCore.class,
            "System.getenv"),
        argumentSet(
            "operatingNeedsNoDatabase",
            OPERATING_NEEDS_NO_DATABASE,
            OffendingOperator.class,
            "OutboxStore"));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void ruleHoldsAndSeesWhoBreaksIt(ArchRule rule, Class<?> offender, String offence) {
    assertHoldsAndSees(rule, MAIN, offender, offence);
  }

  static void assertHoldsAndSees(
      ArchRule rule, JavaClasses classes, Class<?> offender, String offence) {
    rule.check(classes);
    JavaClasses broken = new ClassFileImporter().importClasses(offender);
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> rule.check(broken))
        .withMessageContaining(offence);
  }

  @Test
  void contractNeedsTheSpiAndTheWireFormatsAlone() {
    JavaClasses contract =
        new ClassFileImporter()
            .withImportOption(location -> !location.contains("/Offending"))
            .importPackages(RELAY + ".contract");
    assertThat(contract).hasSizeGreaterThan(15);
    assertHoldsAndSees(
        CONTRACT_NEEDS_THE_SPI_AND_WIRE_ALONE, contract, OffendingContract.class, "FakeBroker");
  }

  @ParameterizedTest
  @MethodSource
  void publishersDoNotKnowEachOther(String publisher) {
    publisherStandsAlone(publisher).check(MAIN);
  }

  static Stream<String> publishersDoNotKnowEachOther() {
    return Stream.of(PUBLISHERS);
  }

  /** The control of all the rules: there is something that they are held against. */
  @Test
  void everyPackageIsLookedAt() {
    for (String part :
        List.of(
            "",
            ".spi",
            ".wire",
            ".postgres",
            ".kafka",
            ".ops",
            ".telemetry",
            ".aws",
            ".sns",
            ".sqs",
            ".eventbridge",
            ".lambda")) {
      assertThat(MAIN.getPackage(RELAY + part).getClasses()).as(RELAY + part).isNotEmpty();
    }
    assertThat(MAIN.contain(OffendingCore.class)).isFalse();
  }
}
