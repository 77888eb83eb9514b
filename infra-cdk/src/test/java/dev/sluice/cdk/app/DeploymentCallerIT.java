package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The program that calls functions at a deployment, with boto3, against scripted answers of AWS.
 */
final class DeploymentCallerIT {

  private static final String PROGRAM =
      """
      import json, sys
      program = {}
      exec(open(sys.argv[1]).read(), program)
      program["handler"](json.loads(sys.argv[2]), None)
      """;
  private static final String STACKS =
      """
      <DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/">
      <DescribeStacksResult><Stacks><member><StackName>shop</StackName>
      <CreationTime>2026-11-20T00:00:00Z</CreationTime><StackStatus>%s</StackStatus>
      </member></Stacks></DescribeStacksResult></DescribeStacksResponse>
      """;

  /** Each with its event. */
  private final List<String> called = new CopyOnWriteArrayList<>();

  private final List<String> answers = new CopyOnWriteArrayList<>();
  private HttpServer aws;
  private volatile String status = "UPDATE_IN_PROGRESS";
  private volatile String fault = "";
  private volatile String faulty = "migrate";

  @BeforeEach
  void listen() throws IOException {
    aws = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    aws.createContext("/", this::answer);
    aws.start();
  }

  @AfterEach
  void close() {
    aws.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String path = exchange.getRequestURI().getPath();
    String answer = "";
    if (path.equals("/answer")) {
      answers.add(body);
    } else if (path.endsWith("/invocations")) {
      called.add(path.replaceFirst(".*functions/([^/]+)/.*", "$1") + " " + body);
      if (!fault.isEmpty() && path.contains(faulty)) {
        exchange.getResponseHeaders().set("X-Amz-Function-Error", "Unhandled");
      }
      answer = JSON.std.asString(Map.of("errorMessage", fault));
    } else {
      answer = STACKS.formatted(status);
    }
    byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Test
  void deploymentMigratesAndLearnsTheFingerprintsOfTheVersions() throws IOException {
    Map<String, Object> first = call("Create", "one");
    assertThat(called).containsExactly("migrate {}");
    assertThat(first).containsEntry("Status", "SUCCESS").containsKey("Data");
    assertThat(call("Update", "one")).isEqualTo(first);
    Map<?, ?> before = data(first);
    Map<?, ?> after = data(call("Update", "other"));
    assertThat(after.get("Ops")).isEqualTo(before.get("Ops"));
    assertThat(after.get("Relay")).isNotEqualTo(before.get("Relay"));
  }

  /** CloudFormation takes an answer of 4 KB. */
  @Test
  void failureOfTheMigrationFailsTheDeploymentInFewWords() throws IOException {
    fault = "the schema is not ours ".repeat(1000);
    Map<String, Object> failed = call("Create", "one");
    assertThat(failed).containsEntry("Status", "FAILED");
    assertThat(failed.get("Reason")).asString().startsWith("the schema is not ours");
    assertThat(answers.getFirst()).hasSizeLessThan(4096);
  }

  @Test
  void rollbackNeedsNoDatabase() throws IOException {
    status = "UPDATE_ROLLBACK_IN_PROGRESS";
    fault = "the database is down";
    assertThat(call("Update", "one")).containsEntry("Status", "SUCCESS").containsKey("Data");
    assertThat(called).isEmpty();
  }

  @Test
  void removalOfTheStackCallsNothing() throws IOException {
    assertThat(call("Delete", "one")).containsEntry("Status", "SUCCESS");
    assertThat(called).isEmpty();
  }

  private static final List<Map<String, String>> PROBE =
      List.of(
          Map.of("Function", "relay", "Payload", "{\"source\":\"sluice.nudge\"}"),
          Map.of("Function", "ops", "Payload", "{\"action\":\"probe\"}"));

  @Test
  void callsAreMadeOneAfterTheOtherWithTheirEvents() throws IOException {
    assertThat(call("Update", Map.of("Calls", PROBE, "Releases", List.of("1", "1"))))
        .containsEntry("Status", "SUCCESS")
        .containsEntry("PhysicalResourceId", "Migration");
    assertThat(called)
        .containsExactly("relay {\"source\":\"sluice.nudge\"}", "ops {\"action\":\"probe\"}");
  }

  @Test
  void probeThatFailsFailsTheDeploymentWithItsReason() throws IOException {
    faulty = "ops";
    fault = "the probe of the stream audit was not delivered within 150 s:\n  - it was paused";
    assertThat(call("Create", Map.of("Calls", PROBE)))
        .containsEntry("Status", "FAILED")
        .containsEntry("Reason", fault);
  }

  @Test
  void nothingIsCalledBehindWhatHasFailed() throws IOException {
    faulty = "relay";
    fault = "SLUICE_BATCH is 0";
    assertThat(call("Update", Map.of("Calls", PROBE))).containsEntry("Reason", fault);
    assertThat(called).hasSize(1);
  }

  private static Map<?, ?> data(Map<String, Object> answer) {
    return (Map<?, ?>) Objects.requireNonNull(answer.get("Data"));
  }

  /** As template.yaml has the migration called. */
  private Map<String, Object> call(String request, String relay) throws IOException {
    List<Map<String, String>> calls = List.of(Map.of("Function", "migrate", "Payload", "{}"));
    return call(
        request, Map.of("Calls", calls, "Relay", Map.of("A", relay), "Ops", Map.of(), "Jar", "1"));
  }

  private Map<String, Object> call(String request, Map<String, Object> properties)
      throws IOException {
    URI here = URI.create("http://127.0.0.1:" + aws.getAddress().getPort());
    String event =
        JSON.std.asString(
            Map.of(
                "RequestType",
                request,
                "StackId",
                "arn:aws:cloudformation:eu-central-1:123456789012:stack/shop/1",
                "RequestId",
                "1",
                "LogicalResourceId",
                "Migration",
                "ResponseURL",
                here.resolve("/answer").toString(),
                "ResourceProperties",
                properties));
    SamCli.Ended ended =
        SamCli.python(
            Map.of("AWS_ENDPOINT_URL", here.toString()),
            List.of(
                "-c",
                PROGRAM,
                Synthesised.PROJECT
                    .resolve("src/main/resources/dev/sluice/cdk/deployment-caller.py")
                    .toString(),
                event));
    assertThat(ended.exitCode()).as(ended.output()).isZero();
    return JSON.std.mapFrom(answers.getLast());
  }
}
