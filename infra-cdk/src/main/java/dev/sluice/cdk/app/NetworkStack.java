package dev.sluice.cdk.app;

import dev.sluice.cdk.Api;
import dev.sluice.cdk.IsolatedNetwork;
import dev.sluice.cdk.Place;
import java.util.Set;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.constructs.Construct;

/** The isolated subnets and the endpoints that are needed. */
final class NetworkStack extends Stack {

  private final IsolatedNetwork network;

  NetworkStack(
      Construct scope, String id, StackProps props, int zones, int endpointZones, Set<Api> apis) {
    super(scope, id, props);
    network = new IsolatedNetwork(this, "Network", zones, endpointZones, apis);
  }

  Place place() {
    return network.place();
  }
}
