package dev.sluice.cdk;

import dev.sluice.cdk.AlarmSpec.Urgency;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.AlarmRule;
import software.amazon.awscdk.services.cloudwatch.AlarmState;
import software.amazon.awscdk.services.cloudwatch.CompositeAlarm;
import software.amazon.awscdk.services.cloudwatch.IAlarm;
import software.amazon.awscdk.services.cloudwatch.IAlarmRule;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.sns.ITopic;
import software.constructs.Construct;

/**
 * An alarm for each thing that may go wrong, each with an action of its own: while one fires,
 * another one is still heard. A composite of those that cannot wait is for the dashboard.
 */
public final class SluiceAlarms extends Construct {

  private final List<IAlarm> all = new ArrayList<>();

  /**
   * @param runbooks an alarm's description ends with one of these
   * @param composite false only for emulators that have no composite alarms
   */
  public record Settings(AlarmThresholds thresholds, RunbookLinks runbooks, boolean composite) {
    public static final Settings DEFAULTS =
        new Settings(AlarmThresholds.DEFAULTS, RunbookLinks.TO_DASHBOARD, true);
  }

  public SluiceAlarms(
      Construct scope, String id, Sluice sluice, ITopic notified, Settings settings) {
    super(scope, id);
    List<IAlarm> paging = new ArrayList<>();
    for (AlarmSpec wanted : new OutboxAlarms(sluice, settings.thresholds()).all()) {
      Alarm alarm = alarm(sluice, wanted, settings.runbooks());
      all.add(alarm);
      alarm.addAlarmAction(new SnsAction(notified));
      alarm.addOkAction(new SnsAction(notified));
      if (wanted.urgency() == Urgency.PAGE) {
        paging.add(alarm);
      }
    }
    if (settings.composite()) {
      all.add(0, composite(sluice, paging, settings.runbooks()));
    }
  }

  private Alarm alarm(Sluice sluice, AlarmSpec wanted, RunbookLinks runbooks) {
    return Alarm.Builder.create(this, wanted.id())
        .alarmName(sluice.name() + " " + wanted.name())
        .alarmDescription(description(sluice, wanted.runbook(), runbooks))
        .metric(wanted.metric())
        .comparisonOperator(wanted.comparison())
        .threshold(wanted.threshold())
        .datapointsToAlarm(wanted.breaching())
        .evaluationPeriods(wanted.periods())
        .treatMissingData(wanted.missing())
        .build();
  }

  private String description(Sluice sluice, Runbook runbook, RunbookLinks runbooks) {
    String dashboard = SluiceDashboard.address(Stack.of(this), sluice);
    return runbook.meaning() + " What to do: " + runbooks.link(runbook.anchor(), dashboard);
  }

  private CompositeAlarm composite(Sluice sluice, List<IAlarm> paging, RunbookLinks runbooks) {
    IAlarmRule[] rules =
        paging.stream()
            .map(alarm -> AlarmRule.fromAlarm(alarm, AlarmState.ALARM))
            .toArray(IAlarmRule[]::new);
    return CompositeAlarm.Builder.create(this, "Page")
        .compositeAlarmName(sluice.name() + " needs somebody")
        .alarmDescription(description(sluice, Runbook.NEEDS_SOMEBODY, runbooks))
        .alarmRule(AlarmRule.anyOf(rules))
        .build();
  }

  /** The composite first. */
  public List<IAlarm> all() {
    return List.copyOf(all);
  }
}
