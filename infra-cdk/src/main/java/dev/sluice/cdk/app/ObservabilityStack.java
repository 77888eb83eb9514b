package dev.sluice.cdk.app;

import dev.sluice.cdk.AlarmTopic;
import dev.sluice.cdk.Sluice;
import dev.sluice.cdk.SluiceAlarms;
import dev.sluice.cdk.SluiceDashboard;
import dev.sluice.cdk.app.Configuration.AlarmChoice;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.constructs.Construct;

/** Alarms, whom they are told, and the dashboard. */
final class ObservabilityStack extends Stack {

  ObservabilityStack(
      Construct scope, String id, StackProps props, Sluice sluice, AlarmChoice choice) {
    super(scope, id, props);
    watch(this, sluice, choice);
  }

  static void watch(Stack stack, Sluice sluice, AlarmChoice choice) {
    AlarmTopic told =
        new AlarmTopic(stack, "AlarmTopic", choice.emails(), choice.slack(), choice.encrypted());
    SluiceAlarms alarms =
        new SluiceAlarms(stack, "Alarms", sluice, told.topic(), choice.settings());
    new SluiceDashboard(stack, "Dashboard", sluice, alarms);
    CfnOutput.Builder.create(stack, "DashboardUrl")
        .value(
            "https://%1$s.console.aws.amazon.com/cloudwatch/home?region=%1$s#dashboards/dashboard/%2$s"
                .formatted(stack.getRegion(), sluice.name()))
        .description("How the outbox is doing")
        .build();
    CfnOutput.Builder.create(stack, "AlarmTopicArn")
        .value(told.topic().getTopicArn())
        .description("Subscribe here to be told")
        .build();
  }
}
