package dev.sluice.cdk;

import dev.sluice.cdk.DeploymentCaller.Call;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awscdk.CustomResource;
import software.amazon.awscdk.Stack;
import software.constructs.IConstruct;

/**
 * The last thing of a deployment. A relay at work hands over only when its next invocation comes,
 * so the new one is started first: one that cannot work would be found a minute too late.
 */
final class DeploymentProbe {

  private static final Map<String, Object> START = Map.of("source", "sluice.nudge");

  private DeploymentProbe() {}

  /** Behind all that is in this Sluice by now. */
  static void last(Sluice sluice) {
    RelaySettings settings = sluice.settings();
    List<IConstruct> before = List.copyOf(sluice.getNode().getChildren());
    Stack stack = Stack.of(sluice);
    Map<String, Object> probe = settings.probe().deployment(settings.everyMinutes());
    CustomResource calls =
        new DeploymentCaller(
                sluice,
                "DeploymentProbe",
                "Probe",
                List.of(
                    new Call(sluice.relay().alias(), stack.toJsonString(START)),
                    new Call(sluice.ops().alias(), stack.toJsonString(probe))),
                Stream.of(sluice.relay(), sluice.ops())
                    .map(function -> function.function().getCurrentVersion().getVersion())
                    .toList())
            .resource();
    before.forEach(calls.getNode()::addDependency);
  }
}
