package dev.sluice.lambda;

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
import dev.sluice.kafka.OffendingPublisher;
import dev.sluice.relay.OffendingCore;
import dev.sluice.relay.config.OffendingSetting;
import dev.sluice.relay.contract.OffendingContract;
import dev.sluice.relay.lane.OffendingLane;
import dev.sluice.relay.log.OffendingLog;
import dev.sluice.relay.ops.OffendingOperator;
import dev.sluice.relay.spi.OffendingProvider;
import dev.sluice.relay.wire.OffendingShape;
import java.util.List;
import java.util.regex.Pattern;
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
  private static final String KAFKA = "dev.sluice.kafka";
  private static final String AWS = "dev.sluice.aws";
  static final String LAMBDA = "dev.sluice.lambda";
  private static final String CONFIG = RELAY + ".config..";
  private static final String SPI = RELAY + ".spi..";
  private static final String LANE = RELAY + ".lane..";
  private static final String LOG = RELAY + ".log..";
  private static final String WIRE = RELAY + ".wire..";
  private static final String OPS = RELAY + ".ops..";
  private static final String CONTRACT = RELAY + ".contract..";
  private static final String[] PUBLISHERS = {
    KAFKA + "..", AWS + ".sns..", AWS + ".sqs..", AWS + ".eventbridge..", AWS
  };

  /** Of all modules; what they lend to the tests of others comes in jars of its own. */
  private static final Pattern LENT = Pattern.compile(".*-(tests|testing)\\.jar.*");

  static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.matches(LENT))
          .importPackages(RELAY, KAFKA, AWS, LAMBDA);

  private static final ArchRule CORE_IS_PURE =
      noClasses()
          .that()
          .resideInAnyPackage(RELAY, CONFIG)
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
                      resideInAPackage("dev.sluice..")
                          .and(resideOutsideOfPackages(RELAY, CONFIG, SPI, WIRE))));

  private static final ArchRule LANE_IS_PURE =
      classes()
          .that()
          .resideInAPackage(LANE)
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("java..", "org.jspecify.annotations..", LANE, CONFIG, SPI, WIRE)
                  .and(resideOutsideOfPackages("java.sql..")));

  private static final ArchRule LOG_KNOWS_THE_LANE_ALONE =
      noClasses()
          .that()
          .resideInAPackage(LOG)
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.sluice..").and(resideOutsideOfPackages(LOG, LANE, SPI)));

  private static final ArchRule CONFIG_KNOWS_NO_ENGINE =
      noClasses()
          .that()
          .resideInAPackage(CONFIG)
          .should()
          .dependOnClassesThat(resideInAPackage(RELAY));

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

  /** The rooms below it have their own SQL. */
  private static final ArchRule OPERATING_NEEDS_NO_DATABASE =
      noClasses()
          .that()
          .resideInAPackage(RELAY + ".ops")
          .should()
          .dependOnClassesThat(resideInAnyPackage("java.sql..", "org.postgresql.."));

  private static final ArchRule OPERATING_KNOWS_NO_OTHER_STORE =
      noClasses()
          .that()
          .resideInAPackage(OPS)
          .should()
          .dependOnClassesThat(resideInAnyPackage("software.amazon..", RELAY + ".postgres.."));

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
        argumentSet("laneIsPure", LANE_IS_PURE, OffendingLane.class, "java.sql.Connection"),
        argumentSet("laneKnowsNoDatabase", LANE_IS_PURE, OffendingLane.class, "PostgresLog"),
        argumentSet(
            "logKnowsTheLaneAlone", LOG_KNOWS_THE_LANE_ALONE, OffendingLog.class, "RelayConfig"),
        argumentSet(
            "configKnowsNoEngine", CONFIG_KNOWS_NO_ENGINE, OffendingSetting.class, "RelayReport"),
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
            "java.sql.Connection"),
        argumentSet(
            "operatingKnowsNoOtherStore",
            OPERATING_KNOWS_NO_OTHER_STORE,
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
    for (String name :
        List.of(
            RELAY,
            RELAY + ".config",
            RELAY + ".spi",
            RELAY + ".lane",
            RELAY + ".log",
            RELAY + ".wire",
            RELAY + ".postgres",
            RELAY + ".ops",
            RELAY + ".ops.move",
            RELAY + ".ops.status",
            RELAY + ".ops.preflight",
            RELAY + ".ops.upkeep",
            KAFKA,
            AWS,
            AWS + ".sns",
            AWS + ".sqs",
            AWS + ".eventbridge",
            LAMBDA,
            LAMBDA + ".telemetry")) {
      assertThat(MAIN.getPackage(name).getClasses()).as(name).isNotEmpty();
    }
    assertThat(MAIN.containPackage(RELAY + ".contract")).isFalse();
    assertThat(MAIN.containPackage(RELAY + ".testing")).isFalse();
    assertThat(MAIN.contain(OffendingCore.class)).isFalse();
  }
}
