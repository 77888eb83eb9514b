package dev.sluice.cdk;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.Grant;
import software.amazon.awscdk.services.iam.GrantOnPrincipalOptions;
import software.amazon.awscdk.services.iam.IGrantable;
import software.constructs.IConstruct;

/** The destinations of a route's streams, of which IAM knows the pattern alone. */
final class StarredResource {

  private StarredResource() {}

  static void grant(IGrantable grantee, String arn, List<String> actions) {
    Grant.addToPrincipal(
        GrantOnPrincipalOptions.builder()
            .grantee(grantee)
            .actions(actions)
            .resourceArns(List.of(arn))
            .build());
    if (grantee.getGrantPrincipal() instanceof IConstruct role) {
      Acknowledged.rule(
          role,
          "AwsSolutions-IAM5[Resource::%s]".formatted(name(Stack.of(role).resolve(arn))),
          "Each stream of a route has a destination of its own; the route's pattern is all that is"
              + " known of their names.");
    }
  }

  /** As cdk-nag names a resource in its findings. */
  private static String name(Object resource) {
    if (resource instanceof String text) {
      return text;
    }
    Map<?, ?> intrinsic = (Map<?, ?>) resource;
    return switch (intrinsic.get("Fn::Join")) {
      case List<?> join ->
          ((List<?>) join.get(1))
              .stream()
                  .map(StarredResource::name)
                  .collect(Collectors.joining(String.valueOf(join.get(0))));
      case null, default -> reference(intrinsic);
    };
  }

  private static String reference(Map<?, ?> intrinsic) {
    if (intrinsic.get("Ref") instanceof String name) {
      return "<" + name + ">";
    }
    if (intrinsic.get("Fn::GetAtt") instanceof List<?> attribute) {
      return "<" + attribute.get(0) + "." + attribute.get(1) + ">";
    }
    if (intrinsic.get("Fn::ImportValue") instanceof String name) {
      return name;
    }
    try {
      return JSON.std.asString(intrinsic);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
