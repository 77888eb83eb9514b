package dev.sluice.cdk;

import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Duration;
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
      Alias function,
      Map<String, Object> input,
      Retrying retrying) {
    super(scope, id);
    undelivered = Failures.queue(this, "Undelivered");
    software.amazon.awscdk.services.scheduler.Schedule.Builder.create(this, "Schedule")
        .schedule(when)
        .target(
            LambdaInvoke.Builder.create(function)
                .input(ScheduleTargetInput.fromObject(new TreeMap<>(input)))
                .deadLetterQueue(undelivered)
                .retryAttempts(retrying.attempts())
                .maxEventAge(retrying.maxAge())
                .build())
        .build();
  }

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
