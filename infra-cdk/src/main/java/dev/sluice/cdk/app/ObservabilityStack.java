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
    AlarmTopic told = new AlarmTopic(this, "AlarmTopic", choice.emails(), choice.slack());
    SluiceAlarms alarms = new SluiceAlarms(this, "Alarms", sluice, told.topic(), choice.settings());
    new SluiceDashboard(this, "Dashboard", sluice, alarms);
    CfnOutput.Builder.create(this, "DashboardUrl")
        .value(
            "https://%1$s.console.aws.amazon.com/cloudwatch/home?region=%1$s#dashboards/dashboard/%2$s"
                .formatted(getRegion(), sluice.name()))
        .description("How the outbox is doing")
        .build();
    CfnOutput.Builder.create(this, "AlarmTopicArn")
        .value(told.topic().getTopicArn())
        .description("Subscribe here to be told")
        .build();
  }
}
