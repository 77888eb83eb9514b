package dev.sluice.cdk;

import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.scheduler.ScheduleExpression;
import software.amazon.awscdk.services.scheduler.ScheduleTargetInput;
import software.amazon.awscdk.services.scheduler.targets.LambdaInvoke;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/**
 * A schedule with a queue of its own for what it could not hand over. What the function then makes
 * of it is the alias's concern.
 */
public final class Schedule extends Construct {

  private final Queue undelivered;

  Schedule(
      Construct scope,
      String id,
      ScheduleExpression when,
      Target target,
      Map<String, Object> input,
      Retrying retrying) {
    super(scope, id);
    undelivered = Failures.queue(this, "Undelivered");
    var schedule =
        software.amazon.awscdk.services.scheduler.Schedule.Builder.create(this, "Schedule")
            .schedule(when)
            .target(invoke(target, input, retrying))
            .build();
    // It comes at once, and the first turns would fail while its role may not invoke yet.
    schedule.getNode().addDependency(target.role());
  }

  private LambdaInvoke invoke(Target target, Map<String, Object> input, Retrying retrying) {
    return LambdaInvoke.Builder.create(target.function())
        .role(target.role())
        .input(ScheduleTargetInput.fromObject(new TreeMap<>(input)))
        .deadLetterQueue(undelivered)
        .retryAttempts(retrying.attempts())
        .maxEventAge(retrying.maxAge())
        .build();
  }

  /** As whom schedules of this account invoke. */
  static Role role(Construct scope) {
    String group =
        Stack.of(scope)
            .formatArn(
                ArnComponents.builder()
                    .service("scheduler")
                    .resource("schedule-group")
                    .resourceName("default")
                    .build());
    return Role.Builder.create(scope, "ScheduleRole")
        .assumedBy(
            OwnAccount.service(scope, "scheduler.amazonaws.com", Map.of("aws:SourceArn", group)))
        .build();
  }

  /** A function, and the role that may invoke it. */
  record Target(Alias function, Role role) {}

  /** How often the hand-over is tried. */
  record Retrying(int attempts, Duration maxAge) {
    /** What comes every minute need not come late. */
    static final Retrying NO = new Retrying(0, Duration.seconds(60));

    /** What comes once a day must. */
    static final Retrying FOR_AN_HOUR = new Retrying(10, Duration.hours(1));
  }

  public Queue undelivered() {
    return undelivered;
  }
}
