package dev.sluice.cdk;

import dev.sluice.cdk.LiveFunction.Spec;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.TimeZone;
import software.amazon.awscdk.services.ec2.IConnectable;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.scheduler.CronOptionsWithTimezone;
import software.amazon.awscdk.services.scheduler.ScheduleExpression;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/**
 * A transactional outbox that drains itself: the relay with a schedule for each lane, operations
 * with theirs, and the migration. What it is not given, it brings.
 */
public final class Sluice extends Construct {

  private static final String RELAY_USER = "outbox_relay";
  private static final String OPERATOR_USER = "outbox_operator";

  /** Of the function for operations: by any name but {@code live} it changes nothing. */
  private static final String LOOK = "look";

  /** As whom the functions log in, the migration aside. */
  static final List<String> USERS = List.of(RELAY_USER, OPERATOR_USER);

  private final SluiceProps props;
  private final Queue deadLetters;
  private final Queue failedInvocations;
  private final LiveFunction relay;
  private final LiveFunction ops;
  private final Alias look;
  private final Migration migration;
  private final Database database;
  private final Role scheduler = Schedule.role(this);
  private final List<Schedule> schedules = new ArrayList<>();

  public Sluice(Construct scope, String id, SluiceProps props) {
    super(scope, id);
    this.props = props;
    Routes routes = props.routes().orElseGet(() -> DefaultParts.routes(this));
    NetworkPlacement place =
        props.place().orElseGet(() -> DefaultParts.place(this, access(routes, props)));
    database = props.database().orElseGet(() -> DefaultParts.database(this, place));
    deadLetters = Failures.queue(this, "DeadLetters");
    failedInvocations = Failures.queue(this, "FailedInvocations");
    FunctionVariables variables = FunctionVariables.of(this, props, database, routes, deadLetters);
    Spec relaySpec = relaySpec(place, variables.relay(RELAY_USER));
    relay = new LiveFunction(this, "Relay", relaySpec, failedInvocations);
    Spec opsSpec = opsSpec(place, variables.relay(OPERATOR_USER));
    ops = new LiveFunction(this, "Ops", opsSpec, failedInvocations);
    look = ops.also(LOOK);
    migration =
        new Migration(
            this,
            "Migration",
            props.name(),
            props.relay().retention(),
            database.migration(),
            props.code(),
            place);
    grant(routes, variables, place);
    scheduleAll();
    migrateFirst();
    if (props.relay().probe().afterDeployment()) {
      DeploymentProbe.last(this);
    }
  }

  /** What the functions of this Sluice call, and an isolated network has to reach. */
  private static IsolatedNetwork.Access access(Routes routes, SluiceProps props) {
    Set<Api> apis = EnumSet.of(Api.SQS);
    apis.addAll(routes.apis());
    if (props.database().flatMap(database -> database.migration().secret()).isPresent()) {
      apis.add(Api.SECRETS_MANAGER);
    }
    if (props.relay().routesInParameter()) {
      apis.add(Api.PARAMETER_STORE);
    }
    return new IsolatedNetwork.Access(apis, routes.accounts());
  }

  private Spec relaySpec(NetworkPlacement place, Map<String, String> environment) {
    RelaySettings settings = props.relay();
    return new Spec(
        "Publishes the events of the outbox " + props.name(),
        "dev.sluice.lambda.RelayHandler",
        props.code(),
        place,
        settings.memory(),
        Duration.seconds(settings.timeoutSeconds()),
        settings.reservedConcurrency(),
        environment);
  }

  private Spec opsSpec(NetworkPlacement place, Map<String, String> environment) {
    return new Spec(
        "Measures, cleans and repairs the outbox " + props.name(),
        "dev.sluice.lambda.OpsHandler",
        props.code(),
        place,
        OpsLimits.MEMORY,
        Duration.seconds(OpsLimits.TIMEOUT_SECONDS),
        Optional.empty(),
        environment);
  }

  private void grant(Routes routes, FunctionVariables variables, NetworkPlacement place) {
    routes.grantPublish(relay.function());
    routes.grantLook(ops.function());
    deadLetters.grantSendMessages(relay.function());
    deadLetters.grantConsumeMessages(ops.function());
    variables.grantRead(relay.function());
    variables.grantRead(ops.function());
    database.access().grantConnect(relay.function(), RELAY_USER);
    database.access().grantConnect(ops.function(), OPERATOR_USER);
    if (place.network().isPresent()) {
      routes.allowFrom(relay.connectable());
      routes.allowFrom(ops.connectable());
      database
          .connectable()
          .ifPresent(
              server -> {
                reach(relay, server, "Relay");
                reach(ops, server, "Operations");
              });
    }
  }

  /** Asked from the side of the function, so that the rule stands in its stack. */
  private static void reach(LiveFunction function, IConnectable server, String who) {
    function.connectable().getConnections().allowToDefaultPort(server, who);
  }

  private void scheduleAll() {
    RelaySettings settings = props.relay();
    IntStream.range(0, settings.lanes())
        .forEach(
            lane ->
                schedule(
                    "Lane" + lane,
                    relay,
                    minutes(settings.everyMinutes()),
                    Map.of("lane", lane, "lanes", settings.lanes()),
                    Schedule.Retrying.NO));
    schedule(
        "Measure",
        ops,
        minutes(settings.measureEveryMinutes()),
        Map.of("action", "measure"),
        Schedule.Retrying.NO);
    schedule(
        "Clean",
        ops,
        ScheduleExpression.cron(
            CronOptionsWithTimezone.builder()
                .hour("2")
                .minute("0")
                .timeZone(TimeZone.ETC_UTC)
                .build()),
        Map.of("action", "clean", "actor", "schedule"),
        Schedule.Retrying.FOR_AN_HOUR);
    settings.probe().everyMinutes().ifPresent(this::scheduleProbe);
  }

  private void scheduleProbe(int every) {
    Map<String, Object> request = props.relay().probe().scheduled(props.relay().everyMinutes());
    schedule("Probe", ops, minutes(every), request, Schedule.Retrying.NO);
  }

  private void schedule(
      String id,
      LiveFunction function,
      ScheduleExpression when,
      Map<String, Object> input,
      Schedule.Retrying retrying) {
    Schedule.Target target = new Schedule.Target(function.alias(), scheduler);
    schedules.add(new Schedule(this, id, when, target, input, retrying));
  }

  private static ScheduleExpression minutes(int minutes) {
    return ScheduleExpression.rate(Duration.minutes(minutes));
  }

  /** A release goes live only on a schema that it knows. */
  private void migrateFirst() {
    migration.trigger().executeBefore(relay.alias(), ops.alias(), look);
    schedules.forEach(schedule -> migration.trigger().executeBefore(schedule));
  }

  public String name() {
    return props.name();
  }

  public OutboxMetrics metrics() {
    return new OutboxMetrics(props.name(), props.relay().metricDimensions());
  }

  public RelaySettings settings() {
    return props.relay();
  }

  public LiveFunction relay() {
    return relay;
  }

  public LiveFunction ops() {
    return ops;
  }

  /** For those who may look at the outbox and change nothing. */
  public Alias look() {
    return look;
  }

  public Migration migration() {
    return migration;
  }

  public Database database() {
    return database;
  }

  /** Copies of dead events. */
  public Queue deadLetters() {
    return deadLetters;
  }

  /** Invocations that failed. */
  public Queue failedInvocations() {
    return failedInvocations;
  }

  public List<Schedule> schedules() {
    return List.copyOf(schedules);
  }
}
