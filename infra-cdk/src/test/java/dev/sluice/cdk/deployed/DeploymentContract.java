package dev.sluice.cdk.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.emulators.Emulator;
import dev.sluice.emulators.LocalStack;
import dev.sluice.emulators.MiniStack;
import dev.sluice.emulators.Planted;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every way to deploy must lead to, one step after the other: the real tool, a real
 * PostgreSQL, functions that run, a schedule that fires; only AWS is an emulator.
 */
@Tag("deployment")
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
@Timeout(value = 15, unit = TimeUnit.MINUTES)
abstract class DeploymentContract {

  @RegisterExtension final StopAtFirstFailure stopping = new StopAtFirstFailure();

  private final Emulator emulator = MiniStack.start();
  private final AwsClients aws = AwsClients.of(emulator);
  private final AwsClients judge = AwsClients.of(LocalStack.shared());
  private final List<String> said = new ArrayList<>();
  private ShopDatabase database;
  private Deployment deployment;
  private @Nullable OutboxWalk walk;

  /**
   * @param secretArn with the login of {@link ShopDatabase#MASTER}
   */
  abstract Deployment deployment(Emulator emulator, ShopDatabase database, String secretArn)
      throws IOException;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    database = new ShopDatabase(directory);
    deployment = deployment(emulator, database, secret());
  }

  private String secret() throws IOException {
    String login =
        JSON.std.asString(
            Map.of("username", ShopDatabase.MASTER, "password", ShopDatabase.MASTER_PASSWORD));
    return aws.secrets().createSecret(request -> request.name("shop").secretString(login)).arn();
  }

  @Test
  @Order(1)
  void brokenMigrationFailsTheDeploymentAndLeavesTheDatabaseAlone()
      throws InterruptedException, SQLException {
    execute("CREATE SCHEMA outbox CREATE TABLE basket (id int)");

    Deployment.Attempt attempt = deploy();

    assertThat(attempt.succeeded()).as(attempt.output()).isFalse();
    assertThat(attempt.output()).contains("the schema 'outbox' is there already but is not");
    assertThat(stackStatus()).endsWith("ROLLBACK_COMPLETE");
    assertThat(count("SELECT count(*) FROM pg_class WHERE relnamespace = 'outbox'::regnamespace"))
        .isEqualTo(1);
    assertThat(count("SELECT count(*) FROM pg_roles WHERE rolname LIKE 'outbox%'")).isZero();
  }

  @Test
  @Order(2)
  void deploymentMigratesTheDatabase() throws InterruptedException, SQLException {
    execute("ALTER SCHEMA outbox RENAME TO shop_baskets");

    Deployment.Attempt attempt = deploy();

    assertThat(attempt.succeeded()).as(attempt.output()).isTrue();
    assertThat(stackStatus()).isEqualTo("CREATE_COMPLETE");
    assertThat(count("SELECT version::int FROM outbox.schema_version()")).isPositive();
    database.letApplicationAppend();
    walk = new OutboxWalk(aws, judge.metrics(), database, deployment.outbox());
  }

  @Test
  @Order(3)
  void scheduleAloneDeliversEverythingInOrderWhereThereIsOne() throws InterruptedException {
    walk().scheduleAloneDeliversEverything();
  }

  @Test
  @Order(4)
  void poisonIsADeadLetterThatRingsAndHoldsUpNobodyElse() throws InterruptedException {
    walk().poisonIsADeadLetterThatRingsAndHoldsUpNobodyElse();
    if (deployment.outbox().look().isPresent()) {
      walk().viewersLookAndChangeNothing();
    }
  }

  @Test
  @Order(5)
  void redriveClearsTheAlarms() throws InterruptedException {
    walk().redriveClearsTheAlarms();
  }

  @Test
  @Order(7)
  void probeGoesAllTheWay() {
    walk().probeGoesAllTheWay();
  }

  @Test
  @Order(6)
  void secondFaultFiresAgain() throws InterruptedException {
    walk().secondFaultFiresAgain();
  }

  @Test
  @Order(8)
  void changedRouteTakesEffectWithoutADeployment() throws InterruptedException {
    walk().changedRouteTakesEffectWithoutADeployment();
  }

  /** Of the payloads and of the login with which the database was migrated. */
  @Test
  @Order(9)
  void noSecretIsInAnyLog() {
    List<String> logged = aws.logs().lines().stream().map(FunctionLogs.Line::text).toList();
    assertThat(logged).anyMatch(line -> line.contains("\"eventId\""));
    assertThat(logged).noneMatch(Planted::in);
    assertThat(said).isNotEmpty().noneMatch(Planted::in);
  }

  @Test
  @Order(10)
  void deletedRelayIsMissed() throws InterruptedException {
    walk().deletedRelayIsMissed();
  }

  private Deployment.Attempt deploy() throws InterruptedException {
    Deployment.Attempt attempt = deployment.deploy();
    said.add(attempt.output());
    return attempt;
  }

  @AfterAll
  void stop() {
    if (walk != null) {
      walk.close();
    }
    if (deployment != null) {
      deployment.close();
    }
    emulator.close();
    if (database != null) {
      database.close();
    }
    aws.close();
    judge.close();
  }

  Deployment deployment() {
    return deployment;
  }

  ShopDatabase database() {
    return database;
  }

  private OutboxWalk walk() {
    return Objects.requireNonNull(walk);
  }

  private String stackStatus() {
    return stackStatus(deployment.stack());
  }

  String stackStatus(String stack) {
    return aws.stacks()
        .describeStacks(request -> request.stackName(stack))
        .stacks()
        .getFirst()
        .stackStatusAsString();
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.master();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  int count(String sql) throws SQLException {
    try (Connection connection = database.master();
        var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      return row.getInt(1);
    }
  }
}
