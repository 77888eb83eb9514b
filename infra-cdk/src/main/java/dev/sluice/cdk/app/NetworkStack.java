package dev.sluice.cdk.app;

import dev.sluice.cdk.IsolatedNetwork;
import dev.sluice.cdk.NetworkPlacement;
import java.util.List;
import java.util.stream.IntStream;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.constructs.Construct;

/** The isolated subnets and the endpoints that are needed. */
final class NetworkStack extends Stack {

  private final List<String> zones;
  private final IsolatedNetwork network;

  NetworkStack(
      Construct scope,
      String id,
      StackProps props,
      int zones,
      int endpointZones,
      IsolatedNetwork.Access access) {
    super(scope, id, props);
    this.zones = IntStream.range(0, zones).mapToObj(i -> Fn.select(i, Fn.getAzs())).toList();
    network = new IsolatedNetwork(this, "Network", zones, endpointZones, access);
  }

  /** Otherwise the CDK would look the region's zones up, and synthesis would need credentials. */
  @Override
  public List<String> getAvailabilityZones() {
    return zones;
  }

  NetworkPlacement place() {
    return network.place();
  }
}
