package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.emulators.Credentials;
import dev.sluice.emulators.Emulator;
import dev.sluice.emulators.LocalStack;
import dev.sluice.lambda.testing.InvocationContext;
import dev.sluice.relay.config.ConfigurationException;
import dev.sluice.relay.ops.move.DeadLetterQueue;
import dev.sluice.relay.testing.EmptyDatabase;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.crac.Core;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.ssm.SsmClient;
import software.amazon.awssdk.services.ssm.model.ParameterTier;
import software.amazon.awssdk.services.ssm.model.ParameterType;

/** Routes in Parameter Store, and functions that live longer than these. */
final class RoutesParameterIT {

  private static final String NUDGE = "{\"source\": \"sluice.nudge\"}";
  private static final String PREFLIGHT = "{\"action\": \"preflight\"}";

  private final Emulator aws = LocalStack.shared();
  private final TestDatabase database = new TestDatabase();
  private final String name = "routes-" + UUID.randomUUID();
  private final String parameter = "/shop/" + name;
  private final FakeBroker first = FakeBroker.named(name + "-first");
  private final FakeBroker second = FakeBroker.named(name + "-second");
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final SsmClient ssm;
  private Instant now = Instant.now();

  RoutesParameterIT() {
    Credentials.provide();
    ssm =
        SsmClient.builder()
            .endpointOverride(aws.endpoint())
            .region(Region.of(aws.region()))
            .build();
  }

  @AfterEach
  void close() {
    ssm.close();
    database.close();
  }

  private String routeTo(String broker) {
    return TestRelay.routeTo(name + "-" + broker);
  }

  private void put(String routes) {
    ssm.putParameter(
        request ->
            request
                .name(parameter)
                .type(ParameterType.STRING)
                .tier(ParameterTier.INTELLIGENT_TIERING)
                .overwrite(true)
                .value(routes));
  }

  private CurrentConfig current(String user) {
    Map<String, String> environment = EmptyDatabase.environment(database.url(), user);
    environment.putAll(aws.environment());
    environment.put("SLUICE_ROUTES", "ssm:" + parameter);
    return new CurrentConfig(environment, new ParameterStore(environment), () -> now);
  }

  private RelayHandler relay() {
    return new RelayHandler(current("outbox_relay"), lines::add);
  }

  private void publish(RelayHandler relay) throws IOException {
    database.append("orders", 1, 1);
    InvocationContext.invoke(relay, NUDGE);
  }

  private void aMinuteLater() {
    now = now.plus(CurrentConfig.AGE);
  }

  @Test
  void changedRoutesAreInForceAMinuteLaterInAFunctionAtWork() throws IOException {
    put(routeTo("first"));
    RelayHandler relay = relay();
    publish(relay);
    put(routeTo("second"));
    publish(relay);
    assertThat(first.delivered()).hasSize(2);
    aMinuteLater();
    publish(relay);
    assertThat(second.delivered()).hasSize(1);
    assertThat(first.opened()).as("nothing leads there any more").isZero();
    relay.beforeCheckpoint(Core.getGlobalContext());
  }

  @Test
  void restoredFunctionReadsTheRoutesBeforeItPublishes() throws IOException {
    put(routeTo("first"));
    RelayHandler relay = relay();
    relay.beforeCheckpoint(Core.getGlobalContext());
    put(routeTo("second"));
    relay.afterRestore(Core.getGlobalContext());
    publish(relay);
    assertThat(first.delivered()).isEmpty();
    assertThat(second.delivered()).hasSize(1);
    relay.beforeCheckpoint(Core.getGlobalContext());
  }

  @Test
  void invalidRoutesFailTheInvocationAfterItHasPublishedByTheLastGoodOnes() throws IOException {
    put(routeTo("first"));
    RelayHandler relay = relay();
    put("[{\"stream\": \"*\"}]");
    aMinuteLater();
    assertThatIllegalStateException()
        .isThrownBy(() -> publish(relay))
        .withMessage(
            "events were published by the last good routes, until this is corrected:\n"
                + "  - SLUICE_ROUTES (parameter '%s'): route 1: destination is missing; set it to <scheme>:<target>, such as kafka:orders"
                    .formatted(parameter));
    assertThat(first.delivered()).hasSize(1);
    assertThat(lines).anyMatch(line -> line.contains("\"ERROR\"") && line.contains(parameter));
    assertThat(lines).as("the report").anyMatch(line -> line.contains("\"published\":1"));
    publish(relay); // a nudge; the next look at the parameter fails again
    assertThat(first.delivered()).hasSize(2);
    put(routeTo("second"));
    aMinuteLater();
    publish(relay);
    assertThat(second.delivered()).hasSize(1);
    relay.beforeCheckpoint(Core.getGlobalContext());
  }

  @Test
  void startWithInvalidRoutesFailsAndNamesTheParameter() {
    put("no routes");
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(this::relay)
        .withMessageContaining("SLUICE_ROUTES (parameter '" + parameter + "') is not JSON");
  }

  @Test
  void startWithoutTheParameterNamesItAndThePermission() {
    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(this::relay)
        .withMessageContaining("'" + parameter + "') cannot be read; it must exist")
        .withMessageContaining("ssm:GetParameter");
  }

  /** More than a standard parameter holds. */
  @Test
  void routesOverFourKilobytesWork() throws IOException {
    String many =
        IntStream.range(0, 100)
            .mapToObj(i -> "{\"stream\":\"stream-%d\",\"destination\":\"fake:%s\"}".formatted(i, i))
            .collect(Collectors.joining(",", "[", ","));
    String routes = many + routeTo("first").substring(1);
    assertThat(routes).hasSizeGreaterThan(4096);
    put(routes);
    RelayHandler relay = relay();
    publish(relay);
    assertThat(first.delivered()).hasSize(1);
    relay.beforeCheckpoint(Core.getGlobalContext());
  }

  @Test
  void operationsFollowTheRoutesAndReportInvalidOnes() throws IOException {
    OpsHandler ops =
        new OpsHandler(current("outbox_operator"), _ -> DeadLetterQueue.NONE, lines::add);
    assertThat(routes(ops)).as("it starts without them").containsEntry("verdict", "FAIL");
    put(routeTo("first"));
    aMinuteLater();
    assertThat(routes(ops)).containsEntry("verdict", "OK");
    put("no routes");
    aMinuteLater();
    assertThat(routes(ops)).containsEntry("verdict", "FAIL");
    assertThat(String.valueOf(routes(ops))).contains(parameter, "is not JSON");
    assertThat(InvocationContext.invoke(ops, "{\"action\": \"clean\", \"actor\": \"ann\"}"))
        .as("by the last good ones")
        .contains("\"ran\":true");
    ops.beforeCheckpoint(Core.getGlobalContext());
  }

  private static Map<String, Object> routes(OpsHandler ops) throws IOException {
    Map<String, Object> answer = JSON.std.mapFrom(InvocationContext.invoke(ops, PREFLIGHT));
    return Operator.list(answer, "checks").stream()
        .filter(check -> "routes".equals(check.get("check")))
        .findFirst()
        .orElseThrow();
  }
}
