package dev.sluice.cdk.app;

import dev.sluice.cdk.app.Template.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A statement of a policy, wherever in a template the policy stands. */
record Statement(Template template, Resource owner, Map<?, ?> body) {

  private static final Set<String> OF_ROLES = Set.of("AWS::IAM::Role", "AWS::IAM::Policy");

  static Stream<Statement> in(Template template) {
    return template
        .resources()
        .flatMap(
            resource ->
                documents(resource).stream()
                    .filter(Map.class::isInstance)
                    .flatMap(document -> listOf(((Map<?, ?>) document).get("Statement")).stream())
                    .map(statement -> new Statement(template, resource, (Map<?, ?>) statement)));
  }

  private static List<@Nullable Object> documents(Resource resource) {
    List<@Nullable Object> documents = new ArrayList<>();
    documents.add(resource.at("PolicyDocument"));
    documents.add(resource.at("KeyPolicy"));
    documents.add(resource.at("AssumeRolePolicyDocument"));
    if (resource.at("Policies") instanceof List<?> inline) {
      inline.forEach(policy -> documents.add(((Map<?, ?>) policy).get("PolicyDocument")));
    }
    return documents;
  }

  /** It says what a role may do, and not who may use the role. */
  boolean isGrant() {
    return allows() && OF_ROLES.contains(owner.type()) && body.get("Principal") == null;
  }

  boolean allows() {
    return "Allow".equals(body.get("Effect"));
  }

  List<String> actions() {
    return listOf(body.get("Action")).stream().map(String::valueOf).toList();
  }

  List<?> resources() {
    return listOf(body.get("Resource"));
  }

  Map<?, ?> conditions() {
    return body.get("Condition") instanceof Map<?, ?> conditions ? conditions : Map.of();
  }

  /** The AWS services to which it is granted. */
  List<String> services() {
    return body.get("Principal") instanceof Map<?, ?> principal
        ? listOf(principal.get("Service")).stream().map(String::valueOf).toList()
        : List.of();
  }

  private static List<?> listOf(@Nullable Object value) {
    if (value == null) {
      return List.of();
    }
    return value instanceof List<?> list ? list : List.of(value);
  }

  @Override
  public String toString() {
    return template + " " + owner.id() + " " + body;
  }
}
