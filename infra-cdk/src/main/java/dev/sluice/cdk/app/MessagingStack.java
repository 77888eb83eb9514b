package dev.sluice.cdk.app;

import dev.sluice.cdk.NetworkPlacement;
import dev.sluice.cdk.Routes;
import java.util.function.Function;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.constructs.Construct;

/** Topics, queues, buses and brokers, unless all of them exist already. */
final class MessagingStack extends Stack {

  private final Routes routes;

  MessagingStack(
      Construct scope,
      String id,
      StackProps props,
      Function<Stack, NetworkPlacement> place,
      Configuration configuration) {
    super(scope, id, props);
    routes = Destinations.in(this, place.apply(this), configuration);
  }

  Routes routes() {
    return routes;
  }
}
