package dev.sluice.cdk.app;

import static dev.sluice.cdk.app.SamStack.ref;

import dev.sluice.cdk.Database;
import dev.sluice.cdk.Database.Gauge;
import dev.sluice.cdk.Destination;
import dev.sluice.cdk.ExistingDatabase;
import dev.sluice.cdk.FunctionCode;
import dev.sluice.cdk.KafkaCluster;
import dev.sluice.cdk.NetworkPlacement;
import dev.sluice.cdk.RelaySettings;
import dev.sluice.cdk.Route;
import dev.sluice.cdk.Routes;
import dev.sluice.cdk.SluiceProps;
import dev.sluice.cdk.app.Configuration.NetworkChoice;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.sns.Topic;
import software.amazon.awscdk.services.sqs.Queue;

/** The parts of an outbox, by the parameters of template-head.yaml. */
record SamParts(SluiceProps props, Destination kafka) {

  static SamParts in(Stack stack, SamPlatform platform) {
    Destination kafka =
        Destination.kafka(
            new KafkaCluster(
                ref("KafkaClusterArn"), ref("KafkaBootstrapServers"), Optional.empty()),
            "given");
    Code code = Code.fromBucket(Bucket.fromBucketName(stack, "Code", "code"), "sluice.jar");
    SluiceProps props =
        SluiceProps.builder(
                ref("Name"), new FunctionCode(code, platform.runtime(), platform.snapStart()))
            .place(place(stack))
            .database(database(stack))
            .routes(routes(stack, kafka))
            .relay(
                RelaySettings.DEFAULTS.withEnvironment(
                    Map.of(
                        "SLUICE_MODE", ref("Mode"),
                        "SLUICE_BATCH", ref("Batch"),
                        "SLUICE_MAX_ATTEMPTS", ref("MaxAttempts"),
                        "SLUICE_RETENTION", ref("Retention"),
                        "SLUICE_METRIC_DIMENSIONS", ref("MetricDimensions"))))
            .build();
    return new SamParts(props, kafka);
  }

  /** For its permissions; SamResources says when the functions are in it. */
  private static NetworkPlacement place(Stack stack) {
    return ExistingNetwork.in(
        stack,
        new NetworkChoice.Existing("vpc-00000000", List.of("zone"), List.of("subnet-00000000")));
  }

  private static Database database(Stack stack) {
    Database given =
        new ExistingDatabase(
                "given",
                5432,
                "given",
                "",
                ref("DatabaseResourceId"),
                Optional.of(ref("DatabaseIdentifier")),
                Optional.empty(),
                ref("MigrationUser"),
                Optional.of(ref("MigrationSecretArn")),
                Optional.empty())
            .in(stack);
    return new Database(
        ref("DatabaseUrl"),
        given.exampleUrl(),
        given.connectable(),
        given.access(),
        given.migration(),
        given.gauges().stream().map(SamParts::ofInstanceOrCluster).toList());
  }

  private static Gauge ofInstanceOrCluster(Gauge gauge) {
    MetricOptions dimensions =
        MetricOptions.builder()
            .dimensionsMap(Map.of(ref("DatabaseDimension"), ref("DatabaseIdentifier")))
            .build();
    return new Gauge(gauge.limit(), ((Metric) gauge.metric()).with(dimensions), gauge.threshold());
  }

  /** One of each kind, for its permissions. */
  private static Routes routes(Stack stack, Destination kafka) {
    return Routes.of(
        Route.of("*", Destination.topic(Topic.fromTopicArn(stack, "Topics", ref("TopicArns")))),
        Route.of("*", Destination.queue(Queue.fromQueueArn(stack, "Queues", ref("QueueArns")))),
        Route.of("*", Destination.bus(EventBus.fromEventBusArn(stack, "Buses", ref("BusArns")))),
        Route.of("*", kafka));
  }
}
