package dev.sluice.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.emulators.Emulator;
import dev.sluice.emulators.MiniStack;
import dev.sluice.emulators.SharedPostgres;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.lambda.LambdaClient;

/**
 * {@code ./sluice ops --function}, with the functions' own jar deployed to an emulator of Lambda.
 */
@Timeout(600)
class DeployedFunctionIT {

  private static final Emulator AWS = MiniStack.shared();
  private static String url = "";
  private static String function;
  private static String arn;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeAll
  static void deploy() throws Exception {
    System.setProperty("aws.accessKeyId", Emulator.ACCESS_KEY_ID);
    System.setProperty("aws.secretAccessKey", Emulator.SECRET_ACCESS_KEY);
    System.setProperty("aws.region", AWS.region());
    System.setProperty("aws.endpointUrlLambda", AWS.endpoint().toString());
    url =
        SharedPostgres.url(
            SharedPostgres.createDatabase(SharedPostgres.migrations("V1__outbox.sql")));
    try (LambdaClient lambda =
        LambdaClient.builder()
            .endpointOverride(AWS.endpoint())
            .region(Region.of(AWS.region()))
            .httpClientBuilder(Apache5HttpClient.builder())
            .build()) {
      // Its time is up three seconds before it is over, so a redrive takes several invocations.
      function =
          lambda
              .createFunction(
                  function ->
                      function
                          .functionName("ops")
                          .role("arn:aws:iam::" + Emulator.ACCOUNT + ":role/ops")
                          .runtime("provided.al2023")
                          .handler(FunctionName.OPS.handler())
                          .timeout(4)
                          .publish(true)
                          .memorySize(512)
                          .environment(variables -> variables.variables(environment()))
                          .code(code -> code.zipFile(SdkBytes.fromByteArray(zip()))))
              .functionArn()
              .replaceFirst(":1$", "");
      for (String name : List.of("live", "look")) {
        lambda.createAlias(alias -> alias.functionName("ops").name(name).functionVersion("1"));
      }
      arn = function + ":live";
    }
  }

  private static Map<String, String> environment() {
    return Map.of(
        "SLUICE_DB_URL", url,
        "SLUICE_DB_USER", LocalPostgres.OPERATOR,
        "SLUICE_DB_AUTH", "password",
        "SLUICE_DB_PASSWORD", "local",
        "KAFKA_BOOTSTRAP_SERVERS", "127.0.0.1:1",
        "SLUICE_ROUTES", "[{\"stream\":\"*\",\"destination\":\"kafka:events\"}]");
  }

  /** The code itself lies on this machine already. */
  private static byte[] zip() {
    String bootstrap =
        """
        #!/bin/sh
        exec %s/bin/java --enable-native-access=ALL-UNNAMED -cp %s \\
          com.amazonaws.services.lambda.runtime.api.client.AWSLambda "$_HANDLER"
        """
            .formatted(System.getProperty("java.home"), SluiceJar.find().toAbsolutePath());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      zip.putNextEntry(new ZipEntry("bootstrap"));
      zip.write(bootstrap.getBytes(UTF_8));
      zip.closeEntry();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return bytes.toByteArray();
  }

  private static void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url, "postgres", "");
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private int ops(String... arguments) throws Exception {
    return opsOf(arn, arguments);
  }

  private int opsOf(String function, String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("ops", "--function", function));
    all.addAll(List.of(arguments));
    Map<String, String> environment = Map.of("XDG_RUNTIME_DIR", Path.of("no", "stack").toString());
    return new Main(
            environment, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8))
        .run(all);
  }

  @Test
  void answerOfADeployedFunctionIsPrintedAlone() throws Exception {
    assertThat(ops("status", "--json")).as(err.toString(UTF_8)).isZero();
    assertThat(JSON.std.mapFrom(out.toString(UTF_8))).containsEntry("action", "status");
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void refusalExitsWithOneAndSaysWhatIsWrong() throws Exception {
    assertThat(ops("redrive")).isEqualTo(1);
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(err.toString(UTF_8)).contains("'all' must be true if no filter is given");
    assertThat(ops("redrive", "--json")).isEqualTo(1);
    assertThat(JSON.std.mapFrom(out.toString(UTF_8))).containsKey("errorMessage");
  }

  /** The runtime client hands over the alias that was invoked, and the function judges by it. */
  @Test
  void aliasThatLooksChangesNothing() throws Exception {
    String pause = "pause stream=mail reason=r actor=ann";
    assertThat(opsOf(function + ":look", "status", "--json")).as(err.toString(UTF_8)).isZero();
    assertThat(opsOf(function + ":look", pause.split(" "))).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains(":look only looks; invoke " + arn);
    assertThat(ops(pause.split(" "))).as(err.toString(UTF_8)).isZero();
  }

  @Test
  void functionThatIsNotThereIsNamed() throws Exception {
    assertThat(opsOf("nobody", "status")).isEqualTo(1);
    assertThat(err.toString(UTF_8)).contains("nobody was not invoked").contains("ResourceNotFound");
  }

  @Test
  void redriveThatDoesNotEndInOneInvocationGoesOnInTheNext() throws Exception {
    execute(
        """
        INSERT INTO outbox.event (stream, event_type, aggregate_id, payload)
        SELECT 'orders', 'Placed', 'key-' || i % 50, '{}' FROM generate_series(1, 60000) i
        """);
    execute(PreparedOutbox.killed("true", 5, "REFUSED", "'no room'"));
    int exitCode = ops("redrive", "stream=orders", "confirm=true", "actor=ann", "--json");
    assertThat(exitCode).as(err.toString(UTF_8)).isZero();
    assertThat(JSON.std.mapFrom(out.toString(UTF_8)))
        .containsEntry("done", true)
        .containsEntry("affected", 60_000);
    assertThat(err.toString(UTF_8)).contains("moved so far").contains("going on");
  }
}
