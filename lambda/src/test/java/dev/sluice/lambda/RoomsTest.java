package dev.sluice.lambda;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.sluice.lambda.ArchitectureTest.LAMBDA;
import static dev.sluice.lambda.ArchitectureTest.MAIN;
import static dev.sluice.lambda.ArchitectureTest.RELAY;
import static dev.sluice.lambda.ArchitectureTest.SPI;
import static dev.sluice.lambda.ArchitectureTest.WIRE;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.tngtech.archunit.lang.ArchRule;
import dev.sluice.relay.OffendingCore;
import dev.sluice.relay.config.OffendingSetting;
import dev.sluice.relay.lane.OffendingLane;
import dev.sluice.relay.log.OffendingLog;
import dev.sluice.relay.ops.OffendingOperator;
import dev.sluice.relay.ops.status.OffendingGauges;
import dev.sluice.relay.spi.OffendingProvider;
import dev.sluice.relay.wire.OffendingShape;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The rooms that each room of the relay may know. Each rule is tried on a class that breaks it. */
final class RoomsTest {

  private static final String CONFIG = RELAY + ".config..";
  private static final String LANE = RELAY + ".lane..";
  private static final String LOG = RELAY + ".log..";
  private static final String OPS = RELAY + ".ops";
  private static final String REQUEST = OPS + ".request";

  /** The rooms of the operators. Each has its own SQL, and knows none of the others. */
  static final String[] ROOMS = {
    OPS + ".move", OPS + ".status", OPS + ".preflight", OPS + ".probe", OPS + ".upkeep"
  };

  private static final String[] LANGUAGE = {"java..", "org.jspecify.annotations.."};
  private static final String[] DATABASE = {
    "java.sql..", "javax.sql..", "org.postgresql..", "org.flywaydb.."
  };
  private static final String[] CLIENTS = {
    "software.amazon..", "com.amazonaws..", "org.apache.kafka.."
  };

  private static ArchRule needsOnly(String room, String... known) {
    return classes()
        .that()
        .resideInAPackage(room)
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(LANGUAGE)
                .or(resideInAnyPackage(known))
                .or(resideInAPackage(room))
                .and(resideOutsideOfPackages(DATABASE)));
  }

  private static ArchRule knowsNoRoomBut(String room, String... known) {
    return noClasses()
        .that()
        .resideInAPackage(room)
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.sluice..")
                .and(resideOutsideOfPackages(known))
                .and(resideOutsideOfPackages(room)));
  }

  private static ArchRule operatorsRoom(String room) {
    return knowsNoRoomBut(room, CONFIG, LANE, LOG, SPI, REQUEST)
        .as(room + " knows no other room of the operators");
  }

  private static final ArchRule SQL_HAS_ITS_ROOMS =
      noClasses()
          .that()
          .resideOutsideOfPackages(LOG, LAMBDA)
          .and()
          .resideOutsideOfPackages(ROOMS)
          .should()
          .dependOnClassesThat(resideInAnyPackage(DATABASE));

  private static final ArchRule NO_ROOM_KNOWS_A_BROKER =
      noClasses()
          .that()
          .resideInAPackage(RELAY + "..")
          .should()
          .dependOnClassesThat(resideInAnyPackage(CLIENTS));

  static Stream<Arguments> rules() {
    return Stream.of(
        argumentSet(
            "relayNeedsTheLaneAndItsSettings",
            needsOnly(RELAY, CONFIG, LANE, SPI),
            "PostgresLog",
            OffendingCore.class),
        argumentSet(
            "relayNeedsNoDatabase",
            needsOnly(RELAY, CONFIG, LANE, SPI),
            "java.sql.Connection",
            OffendingCore.class),
        argumentSet(
            "configKnowsNoEngine",
            knowsNoRoomBut(CONFIG, SPI, WIRE),
            "LaneReport",
            OffendingSetting.class),
        argumentSet(
            "laneNeedsNoDatabase",
            needsOnly(LANE, CONFIG, SPI, WIRE),
            "java.sql.Connection",
            OffendingLane.class),
        argumentSet(
            "laneKnowsNoLogButItsOwn",
            needsOnly(LANE, CONFIG, SPI, WIRE),
            "PostgresLog",
            OffendingLane.class),
        argumentSet(
            "logKnowsTheLaneAlone",
            knowsNoRoomBut(LOG, LANE, SPI),
            "RelayConfig",
            OffendingLog.class),
        argumentSet("spiNeedsTheJdkAlone", needsOnly(SPI), "RelayConfig", OffendingProvider.class),
        argumentSet(
            "wireNeedsTheSpiAlone", needsOnly(WIRE, SPI), "RelayConfig", OffendingShape.class),
        argumentSet(
            "operatorsRoomsDoNotKnowEachOther",
            operatorsRoom(OPS + ".status"),
            "Moves",
            OffendingGauges.class),
        argumentSet(
            "sqlHasItsRooms", SQL_HAS_ITS_ROOMS, "java.sql.Connection", OffendingOperator.class),
        argumentSet(
            "noRoomKnowsABroker", NO_ROOM_KNOWS_A_BROKER, "SqsClient", OffendingOperator.class));
  }

  @ParameterizedTest
  @MethodSource("rules")
  void ruleHoldsAndSeesWhoBreaksIt(ArchRule rule, String offence, Class<?> offender) {
    ArchitectureTest.assertHoldsAndSees(rule, MAIN, offence, offender);
  }

  @ParameterizedTest
  @FieldSource("ROOMS")
  void roomOfTheOperatorsKnowsNoOther(String room) {
    operatorsRoom(room).check(MAIN);
  }
}
