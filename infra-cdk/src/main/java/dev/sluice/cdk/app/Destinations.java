package dev.sluice.cdk.app;

import dev.sluice.cdk.Destination;
import dev.sluice.cdk.EventQueue;
import dev.sluice.cdk.EventTopic;
import dev.sluice.cdk.MskProvisioned;
import dev.sluice.cdk.NetworkPlacement;
import dev.sluice.cdk.Route;
import dev.sluice.cdk.Routes;
import dev.sluice.cdk.app.Configuration.RouteChoice;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import software.amazon.awscdk.CfnOutput;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.events.IEventBus;
import software.amazon.awscdk.services.sns.ITopic;
import software.amazon.awscdk.services.sns.Topic;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;

/** Where the routes lead: made here, or taken as it is. Routes with the same target share it. */
final class Destinations {

  private final Stack stack;
  private final KafkaParts kafka;
  private final Map<String, Destination> destinations = new HashMap<>();

  private Destinations(Stack stack, KafkaParts kafka) {
    this.stack = stack;
    this.kafka = kafka;
  }

  static Routes in(Stack stack, NetworkPlacement place, Configuration configuration) {
    Destinations made = new Destinations(stack, KafkaParts.in(stack, place, configuration.kafka()));
    return new Routes(configuration.routes().stream().map(made::route).toList());
  }

  private Route route(RouteChoice choice) {
    Destination destination =
        destinations.computeIfAbsent(
            choice.kind() + ":" + choice.target(), _ -> destination(choice));
    return new Route(choice.stream(), destination, choice.policies());
  }

  private Destination destination(RouteChoice choice) {
    String id = id(choice);
    String target = choice.target();
    return switch (choice.kind()) {
      case TOPIC -> choice.exists() ? existingTopic(choice) : Destination.topic(topic(choice));
      case QUEUE -> choice.exists() ? existingQueue(choice) : Destination.queue(queue(choice));
      case BUS ->
          Destination.bus(
              choice.exists() ? EventBus.fromEventBusArn(stack, id, target) : bus(choice));
      case KAFKA ->
          kafka.destination(stack, target, choice.partitions().orElse(MskProvisioned.PARTITIONS));
    };
  }

  private Destination existingTopic(RouteChoice choice) {
    ITopic topic = Topic.fromTopicArn(stack, id(choice), choice.target());
    return choice
        .keyArn()
        .map(key -> Destination.topic(topic, key))
        .orElseGet(() -> Destination.topic(topic));
  }

  private Destination existingQueue(RouteChoice choice) {
    IQueue queue = Queue.fromQueueArn(stack, id(choice), choice.target());
    return choice
        .keyArn()
        .map(key -> Destination.queue(queue, key))
        .orElseGet(() -> Destination.queue(queue));
  }

  private ITopic topic(RouteChoice choice) {
    Topic topic = new EventTopic(stack, id(choice), choice.fifo()).topic();
    output(choice, topic.getTopicArn());
    return topic;
  }

  private IQueue queue(RouteChoice choice) {
    Queue queue = new EventQueue(stack, id(choice), choice.fifo()).queue();
    output(choice, queue.getQueueUrl());
    return queue;
  }

  /** EventBridge insists on a name, and the CDK's own is the same in each stage. */
  private IEventBus bus(RouteChoice choice) {
    EventBus bus =
        EventBus.Builder.create(stack, id(choice))
            .eventBusName(stack.getStackName() + "-" + id(choice))
            .build();
    output(choice, bus.getEventBusName());
    return bus;
  }

  private void output(RouteChoice choice, String value) {
    CfnOutput.Builder.create(stack, id(choice) + "-Output")
        .value(value)
        .description("Takes what the routes send to " + choice.target())
        .build()
        .overrideLogicalId(id(choice).replaceAll("[^A-Za-z0-9]", "") + "Address");
  }

  private static String id(RouteChoice choice) {
    String kind = choice.kind().name();
    String name = choice.target().replaceAll("[^A-Za-z0-9-]", "-");
    return kind.charAt(0) + kind.substring(1).toLowerCase(Locale.ROOT) + "-" + name;
  }

  /** Whether there is nothing to make. */
  static boolean exist(Configuration configuration) {
    List<Configuration.RouteChoice> routes = configuration.routes();
    return KafkaParts.exists(configuration.kafka())
        && routes.stream()
            .allMatch(route -> route.exists() || route.kind() == RouteChoice.Kind.KAFKA);
  }
}
