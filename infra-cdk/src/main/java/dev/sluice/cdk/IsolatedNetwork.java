package dev.sluice.cdk;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.ec2.FlowLogDestination;
import software.amazon.awscdk.services.ec2.FlowLogOptions;
import software.amazon.awscdk.services.ec2.FlowLogTrafficType;
import software.amazon.awscdk.services.ec2.InterfaceVpcEndpoint;
import software.amazon.awscdk.services.ec2.InterfaceVpcEndpointOptions;
import software.amazon.awscdk.services.ec2.SubnetConfiguration;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.ec2.SubnetType;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.iam.AnyPrincipal;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.logs.LogGroup;
import software.amazon.awscdk.services.logs.RetentionDays;
import software.constructs.Construct;

/**
 * A network without a way to the internet: no NAT, no gateway, only endpoints for the APIs that are
 * called. Logging in by IAM, logging and metrics need none. An endpoint costs by the hour and zone,
 * so the APIs of a deployment alone are reached from one zone.
 */
public final class IsolatedNetwork extends Construct {

  private static final SubnetSelection ISOLATED =
      SubnetSelection.builder().subnetType(SubnetType.PRIVATE_ISOLATED).build();

  private final Vpc vpc;
  private final Access access;

  /**
   * @param endpointZones in how many of the zones the endpoints are: one is cheap, all survive a
   *     zone
   */
  public IsolatedNetwork(Construct scope, String id, int zones, int endpointZones, Access access) {
    super(scope, id);
    this.access = access;
    vpc =
        Vpc.Builder.create(this, "Vpc")
            .maxAzs(zones)
            .natGateways(0)
            .restrictDefaultSecurityGroup(true)
            .subnetConfiguration(
                List.of(
                    SubnetConfiguration.builder()
                        .name("isolated")
                        .subnetType(SubnetType.PRIVATE_ISOLATED)
                        .build()))
            .build();
    logRefusals();
    access.apis().forEach(api -> addEndpoint(api, endpointZones));
  }

  /**
   * The services that are reached from inside.
   *
   * @param accounts of topics, queues, buses and secrets, besides the own one
   */
  public record Access(Set<Api> apis, Set<String> accounts) {
    public Access {
      apis = Collections.unmodifiableSet(new TreeSet<>(apis));
      accounts = Collections.unmodifiableSet(new TreeSet<>(accounts));
    }
  }

  /** What is refused tells of a missing endpoint, or of an intruder; all traffic would be dear. */
  private void logRefusals() {
    LogGroup log =
        LogGroup.Builder.create(this, "Refusals")
            .retention(RetentionDays.ONE_WEEK)
            .removalPolicy(RemovalPolicy.DESTROY)
            .build();
    Role writer =
        Role.Builder.create(this, "RefusalWriter")
            .assumedBy(OwnAccount.service(this, "vpc-flow-logs.amazonaws.com"))
            .build();
    vpc.addFlowLog(
        "RefusalLog",
        FlowLogOptions.builder()
            .trafficType(FlowLogTrafficType.REJECT)
            .destination(FlowLogDestination.toCloudWatchLogs(log, writer))
            .build());
  }

  private void addEndpoint(Api api, int zones) {
    int needed = api == Api.SECRETS_MANAGER ? 1 : zones;
    List<String> available = vpc.getAvailabilityZones();
    InterfaceVpcEndpoint endpoint =
        vpc.addInterfaceEndpoint(
            api.id(),
            InterfaceVpcEndpointOptions.builder()
                .service(api.endpoint())
                .privateDnsEnabled(true)
                .subnets(
                    SubnetSelection.builder()
                        .subnetType(SubnetType.PRIVATE_ISOLATED)
                        .availabilityZones(available.subList(0, Math.min(needed, available.size())))
                        .build())
                .build());
    endpoint.addToPolicy(forOurselves());
    Acknowledged.rule(
        endpoint,
        "AwsSolutions-EC23",
        "It lets in the addresses of its own network, which cdk-nag cannot read from the token.");
  }

  /** No keys from elsewhere work in here, and nothing leads to what is others'. */
  private PolicyStatement forOurselves() {
    String own = Stack.of(this).getAccount();
    Set<String> resources = new TreeSet<>(access.accounts());
    resources.add(own);
    return PolicyStatement.Builder.create()
        .principals(List.of(new AnyPrincipal()))
        .actions(List.of("*"))
        .resources(List.of("*"))
        .conditions(
            Map.of(
                "StringEquals", Map.of("aws:PrincipalAccount", own),
                // Not every action says whose the resource is.
                "StringEqualsIfExists", Map.of("aws:ResourceAccount", List.copyOf(resources))))
        .build();
  }

  public Vpc vpc() {
    return vpc;
  }

  public NetworkPlacement place() {
    return NetworkPlacement.in(vpc, ISOLATED);
  }
}
