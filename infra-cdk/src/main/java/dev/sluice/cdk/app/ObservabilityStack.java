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
    AlarmTopic told =
        new AlarmTopic(this, "AlarmTopic", choice.emails(), choice.slack(), choice.encrypted());
    watch(this, sluice, told, choice.settings());
  }

  static void watch(Stack stack, Sluice sluice, AlarmTopic told, SluiceAlarms.Settings settings) {
    SluiceAlarms alarms = new SluiceAlarms(stack, "Alarms", sluice, told.topic(), settings);
    new SluiceDashboard(stack, "Dashboard", sluice, alarms);
    CfnOutput.Builder.create(stack, "DashboardUrl")
        .value(SluiceDashboard.address(stack, sluice))
        .description("How the outbox is doing")
        .build();
    CfnOutput.Builder.create(stack, "AlarmTopicArn")
        .value(told.topic().getTopicArn())
        .description("Subscribe here to be told")
        .build();
  }
}
