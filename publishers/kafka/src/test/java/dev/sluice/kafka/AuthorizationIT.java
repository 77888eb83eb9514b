package dev.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Pause;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Delivered;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import dev.sluice.relay.spi.Publisher;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Everybody may do everything, except what a test denies. */
@TestInstance(Lifecycle.PER_CLASS)
class AuthorizationIT {

  private final KafkaBroker broker;

  AuthorizationIT() throws Exception {
    broker =
        KafkaBroker.start(
            Map.of(
                "authorizer.class.name",
                "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                "allow.everyone.if.no.acl.found",
                "true",
                "super.users",
                "User:nobody"));
  }

  @AfterAll
  void stopBroker() throws Exception {
    broker.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = AclOperation.class,
      names = {"WRITE", "DESCRIBE"})
  void deniedTopicIsUnavailableAndNamesThePermission(AclOperation operation) throws Exception {
    String topic = "denied-" + operation.name();
    broker.createTopic(topic, 2, Map.of());
    AclBinding denial = deny(topic, operation);
    List<OutboxMessage> events = KeyOrderIT.events(50, 5, Set.of());

    try (Admin admin = broker.admin();
        Publisher publisher = Events.publisher(broker.bootstrapServers(), Duration.ofSeconds(20))) {
      enforce(admin, denial);
      assertThat(publisher.publish(Events.topic(topic), events))
          .hasSize(50)
          .allSatisfy(
              outcome ->
                  assertThat(outcome)
                      .isInstanceOfSatisfying(
                          Unavailable.class,
                          it -> {
                            assertThat(it.code()).isEqualTo("AUTHORIZATION");
                            assertThat(it.reason())
                                .contains("topic " + topic, "kafka-cluster:WriteData");
                          }));

      admin.deleteAcls(List.of(denial.toFilter())).all().get();
      awaitAcls(admin, denial, 0);
      assertThat(publisher.publish(Events.topic(topic), events))
          .allMatch(Delivered.class::isInstance);
    }
  }

  @Test
  void deniedTopicDoesNotReachAnother() throws Exception {
    broker.createTopic("closed", 1, Map.of());
    broker.createTopic("open", 1, Map.of());
    List<OutboxMessage> events = KeyOrderIT.events(10, 5, Set.of());

    try (Admin admin = broker.admin();
        Publisher publisher = Events.publisher(broker.bootstrapServers(), Duration.ofSeconds(20))) {
      enforce(admin, deny("closed", AclOperation.WRITE));

      assertThat(publisher.publish(Events.topic("closed"), events))
          .hasOnlyElementsOfType(Unavailable.class);
      assertThat(publisher.publish(Events.topic("open"), events))
          .hasOnlyElementsOfType(Delivered.class);
    }
  }

  private static AclBinding deny(String topic, AclOperation operation) {
    return new AclBinding(
        new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
        new AccessControlEntry("User:ANONYMOUS", "*", operation, AclPermissionType.DENY));
  }

  /** Returns when the broker knows it: the controller answers before. */
  private static void enforce(Admin admin, AclBinding denial) throws Exception {
    admin.createAcls(List.of(denial)).all().get();
    awaitAcls(admin, denial, 1);
  }

  private static void awaitAcls(Admin admin, AclBinding denial, int count) throws Exception {
    while (admin.describeAcls(denial.toFilter()).values().get().size() != count) {
      Pause.briefly();
    }
  }
}
