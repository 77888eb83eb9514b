package dev.sluice.cdk;

import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.Names;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.UniqueResourceNameOptions;
import software.amazon.awscdk.services.chatbot.SlackChannelConfiguration;
import software.amazon.awscdk.services.iam.ManagedPolicy;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.sns.Topic;
import software.amazon.awscdk.services.sns.subscriptions.EmailSubscription;
import software.constructs.Construct;

/**
 * Where alarms go. If encrypted, with a key of its own, a dollar a month: CloudWatch may not use
 * the one that SNS brings.
 */
public final class AlarmTopic extends Construct {

  private final Topic topic;

  /** Ids as the Chatbot console shows them after the workspace has been authorised there, once. */
  public record Slack(String workspaceId, String channelId) {}

  public AlarmTopic(
      Construct scope, String id, List<String> emails, Optional<Slack> slack, boolean encrypted) {
    super(scope, id);
    ServicePrincipal cloudWatch = OwnAccount.service(this, "cloudwatch.amazonaws.com");
    Topic.Builder builder = Topic.Builder.create(this, "Topic").enforceSsl(true);
    if (encrypted) {
      builder.masterKey(key());
    }
    topic = builder.build();
    topic.grantPublish(cloudWatch);
    emails.forEach(address -> topic.addSubscription(new EmailSubscription(address)));
    Acknowledged.rule(
        topic,
        "Serverless-SNSRedrivePolicy",
        "An e-mail that cannot be delivered is of no use later; the dashboard shows the alarm.");
    if (!encrypted) {
      Acknowledged.rule(
          topic,
          "AwsSolutions-SNS2",
          "An alarm says its name and its threshold and nothing of an event; a key is on demand.");
    }
    slack.ifPresent(this::tell);
  }

  private Key key() {
    return Key.Builder.create(this, "Key")
        .description("Alarms of Sluice")
        .enableKeyRotation(true)
        .removalPolicy(RemovalPolicy.DESTROY)
        .build();
  }

  /** Whoever writes in the channel may look at CloudWatch there, and do nothing. */
  private void tell(Slack slack) {
    SlackChannelConfiguration.Builder.create(this, "Slack")
        .slackChannelConfigurationName(
            Names.uniqueResourceName(
                this, UniqueResourceNameOptions.builder().maxLength(100).separator("-").build()))
        .slackWorkspaceId(slack.workspaceId())
        .slackChannelId(slack.channelId())
        .notificationTopics(List.of(topic))
        .guardrailPolicies(
            List.of(ManagedPolicy.fromAwsManagedPolicyName("CloudWatchReadOnlyAccess")))
        .build();
  }

  public Topic topic() {
    return topic;
  }
}
