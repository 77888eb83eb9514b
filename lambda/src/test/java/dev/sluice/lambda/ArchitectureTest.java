package dev.sluice.lambda;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameStartingWith;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.sluice.kafka.OffendingPublisher;
import dev.sluice.relay.OffendingCore;
import dev.sluice.relay.contract.OffendingContract;
import dev.sluice.relay.lane.EventLog;
import dev.sluice.relay.lane.OffendingLane;
import dev.sluice.relay.log.PostgresLog;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The arrows between the modules; RoomsTest has those inside the relay. Each rule is tried on a
 * class that breaks it, or it proves little.
 */
final class ArchitectureTest {

  static final String RELAY = "dev.sluice.relay";
  private static final String KAFKA = "dev.sluice.kafka";
  private static final String AWS = "dev.sluice.aws";
  static final String METRICS = "dev.sluice.metrics";
  static final String LAMBDA = "dev.sluice.lambda";
  static final String SPI = RELAY + ".spi..";
  static final String WIRE = RELAY + ".wire..";
  private static final String CONTRACT = RELAY + ".contract..";
  private static final String[] PUBLISHERS = {
    KAFKA + "..", AWS + ".sns..", AWS + ".sqs..", AWS + ".eventbridge..", AWS
  };

  /** Test code that a module lends to others comes in jars of its own. */
  private static final Pattern LENT = Pattern.compile(".*-(tests|testing)\\.jar.*");

  /** The main code of all modules that a function consists of. */
  static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.matches(LENT))
          .importPackages(RELAY, KAFKA, AWS, METRICS, LAMBDA);

  /** Each package is a slice of its own. */
  private static final ArchRule NO_PACKAGES_NEED_EACH_OTHER =
      slices().matching("dev.sluice.(**)").should().beFreeOfCycles();

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

  private static final ArchRule NOTHING_NEEDS_THE_FUNCTIONS =
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

  static void assertHoldsAndSees(
      ArchRule rule, JavaClasses classes, String offence, Class<?>... offenders) {
    rule.check(classes);
    JavaClasses broken = new ClassFileImporter().importClasses(offenders);
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> rule.check(broken))
        .withMessageContaining(offence);
  }

  @Test
  void noTwoPackagesNeedEachOther() {
    assertHoldsAndSees(
        NO_PACKAGES_NEED_EACH_OTHER,
        MAIN,
        "Slice relay.lane",
        OffendingLane.class,
        PostgresLog.class,
        EventLog.class);
  }

  @Test
  void nothingNeedsTheFunctions() {
    assertHoldsAndSees(NOTHING_NEEDS_THE_FUNCTIONS, MAIN, "RelayHandler", OffendingPublisher.class);
  }

  @Test
  void functionsAloneReadTheEnvironment() {
    assertHoldsAndSees(
        FUNCTIONS_ALONE_READ_THE_ENVIRONMENT, MAIN, "System.getenv", OffendingCore.class);
  }

  @Test
  void contractNeedsTheSpiAndTheWireFormatsAlone() {
    JavaClasses contract =
        new ClassFileImporter()
            .withImportOption(location -> !location.contains("/Offending"))
            .importPackages(RELAY + ".contract");
    assertThat(contract).hasSizeGreaterThan(15);
    assertHoldsAndSees(
        CONTRACT_NEEDS_THE_SPI_AND_WIRE_ALONE, contract, "FakeBroker", OffendingContract.class);
  }

  @Test
  void publisherStandsAlone() {
    assertHoldsAndSees(
        publisherStandsAlone(PUBLISHERS[0]), MAIN, "PostgresLog", OffendingPublisher.class);
  }

  @ParameterizedTest
  @MethodSource
  void publishersDoNotKnowEachOther(String publisher) {
    publisherStandsAlone(publisher).check(MAIN);
  }

  static Stream<String> publishersDoNotKnowEachOther() {
    return Stream.of(PUBLISHERS);
  }

  /** The control of all the rules: there are classes that they judge, and all packages are here. */
  @Test
  void everyPackageIsLookedAt() {
    List<String> rooms =
        Stream.of(
                "",
                ".config",
                ".spi",
                ".lane",
                ".log",
                ".wire",
                ".ops",
                ".ops.request",
                ".ops.move",
                ".ops.status",
                ".ops.preflight",
                ".ops.probe",
                ".ops.upkeep")
            .map(RELAY::concat)
            .toList();
    List<String> others =
        List.of(
            KAFKA,
            AWS,
            AWS + ".sns",
            AWS + ".sqs",
            AWS + ".eventbridge",
            METRICS,
            LAMBDA,
            LAMBDA + ".telemetry");
    assertThat(MAIN.stream().map(JavaClass::getPackageName).distinct())
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(rooms.stream(), others.stream()).toList());
    assertThat(MAIN.contain(OffendingCore.class)).isFalse();
  }
}
