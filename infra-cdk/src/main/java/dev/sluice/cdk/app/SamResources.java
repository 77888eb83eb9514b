package dev.sluice.cdk.app;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The resources that CDK synthesises, as SAM has them. SAM's functions publish a version when their
 * jar changes, which a template that is deployed again and again cannot say otherwise; their
 * aliases are SAM's too.
 */
final class SamResources {

  /** SAM's own, or the network's, or replaced by the caller of the migration. */
  private static final Set<String> LEFT_OUT =
      Set.of("AWS::Lambda::Version", "AWS::EC2::SecurityGroup", "Custom::Trigger");

  private static final String PROVIDER = "AWSCDKTrigger";
  private static final String ALIAS = "live";
  private static final String CALLER = "Migration";
  private static final String FUNCTION = "AWS::Serverless::Function";

  /** Whose resource, by the handler, and how the caller's answer calls its fingerprint. */
  private static final Map<String, String> PARTS =
      Map.of(
          "dev.sluice.lambda.RelayHandler", "Relay",
          "dev.sluice.lambda.OpsHandler", "Ops",
          "dev.sluice.lambda.MigrateHandler", "Migrate");

  private final SamPlatform platform;
  private final Map<String, Map<String, Object>> synthesised;
  private final Map<String, Map<String, Object>> resources = new LinkedHashMap<>();

  private SamResources(SamPlatform platform, Map<String, Map<String, Object>> synthesised) {
    this.platform = platform;
    this.synthesised = synthesised;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Map<String, Object>> of(
      Map<String, Object> synthesised, SamPlatform platform) {
    Map<String, Object> readable = (Map<String, Object>) Substitution.in(synthesised);
    SamResources made =
        new SamResources(
            platform,
            (Map<String, Map<String, Object>>) Objects.requireNonNull(readable.get("Resources")));
    made.synthesised.forEach(made::add);
    made.describeVersions();
    return made.resources;
  }

  private void add(String id, Map<String, Object> resource) {
    if (isLeftOut(id, resource)) {
      return;
    }
    Map<String, Object> properties = SamStatements.in(properties(resource));
    String part = PARTS.get(String.valueOf(properties.get("Handler")));
    String type = type(resource);
    Map<String, Object> kept = new LinkedHashMap<>();
    kept.put("Type", part == null ? type : FUNCTION);
    copy("Condition", resource, kept);
    List<String> before = dependencies(resource);
    if (!before.isEmpty()) {
      kept.put("DependsOn", before);
    }
    if (part != null) {
      kept.put("Metadata", Map.of("SkipBuild", true));
    }
    if (type.equals("AWS::Lambda::Alias")) {
      String function =
          Substitution.names(Objects.requireNonNull(properties.get("FunctionName")))
              .iterator()
              .next();
      properties.put("FunctionVersion", Map.of("Fn::GetAtt", List.of(function, "Version.Version")));
    }
    kept.put("Properties", part == null ? properties : function(part, properties));
    resources.put(id, kept);
    if (type.equals("AWS::Scheduler::Schedule") && id.startsWith("Lane0")) {
      resources.putAll(SamLanes.of(kept));
    }
  }

  private static boolean isLeftOut(String id, Map<String, Object> resource) {
    String type = type(resource);
    return LEFT_OUT.contains(type)
        || id.startsWith(PROVIDER)
        || (type.equals("AWS::Lambda::Alias") && ALIAS.equals(properties(resource).get("Name")));
  }

  /** Those that its properties do not say already. */
  private List<String> dependencies(Map<String, Object> resource) {
    List<String> before = new ArrayList<>();
    Set<String> named = Substitution.names(properties(resource));
    if (resource.get("DependsOn") instanceof List<?> all) {
      for (Object one : all) {
        String id = String.valueOf(one);
        Map<String, Object> other = Objects.requireNonNull(synthesised.get(id), id);
        if (type(other).equals("Custom::Trigger")) {
          before.add(CALLER);
        } else if (!named.contains(id) && !isLeftOut(id, other)) {
          before.add(id);
        }
      }
    }
    return before;
  }

  private Map<String, Object> function(String part, Map<String, Object> properties) {
    Map<String, Object> sam = new LinkedHashMap<>();
    copy("Description", properties, sam);
    sam.put("CodeUri", platform.code());
    copy("Handler", properties, sam);
    copy("Runtime", properties, sam);
    properties.forEach(sam::putIfAbsent);
    sam.remove("Code");
    sam.put("AutoPublishAlias", ALIAS);
    sam.put("AutoPublishAliasAllProperties", true);
    if (!part.equals("Migrate")) {
      sam.put("VersionDescription", Map.of("Fn::GetAtt", List.of(CALLER, part)));
    }
    sam.put("VpcConfig", SamStatements.onlyIf("InNetwork", network()));
    Map<String, Object> variables = new LinkedHashMap<>(variables(properties));
    // Never deployed: `sam local invoke --env-vars` sets only what is named.
    variables.put("SLUICE_DB_PASSWORD", SamStatements.NOTHING);
    sam.put("Environment", Map.of("Variables", variables));
    return sam;
  }

  private static Map<String, Object> network() {
    Map<String, Object> network = new LinkedHashMap<>();
    network.put("SubnetIds", SamStatements.split("SubnetIds"));
    network.put(
        "SecurityGroupIds",
        SamStatements.onlyIf("WithSecurityGroups", SamStatements.split("SecurityGroupIds")));
    return network;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> variables(Map<String, Object> function) {
    return (Map<String, Object>)
        Objects.requireNonNull(
            ((Map<?, ?>) Objects.requireNonNull(function.get("Environment"))).get("Variables"));
  }

  /**
   * SAM sees that the jar has changed, but not that a parameter has. So the caller is given all
   * that parameters say to a function, and its answer describes the function's version.
   */
  private void describeVersions() {
    Map<String, Object> caller =
        properties(Objects.requireNonNull(resources.get(CALLER), "the caller of the migration"));
    caller.put("Jar", Map.of("Ref", "MigrationFunction.Version"));
    resources.values().stream()
        .filter(resource -> FUNCTION.equals(resource.get("Type")))
        .map(SamResources::properties)
        .forEach(
            function ->
                caller.put(
                    Objects.requireNonNull(PARTS.get(String.valueOf(function.get("Handler")))),
                    given(function)));
  }

  private Map<String, Object> given(Map<String, Object> function) {
    Map<String, Object> all = new LinkedHashMap<>(function);
    all.putAll(variables(function));
    all.keySet().removeAll(Set.of("Environment", "VersionDescription", "SLUICE_DB_PASSWORD"));
    all.values()
        .removeIf(
            value -> {
              Set<String> names = Substitution.names(value);
              return names.isEmpty() || names.stream().anyMatch(resources::containsKey);
            });
    return all;
  }

  private static String type(Map<String, Object> resource) {
    return String.valueOf(resource.get("Type"));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> properties(Map<String, Object> resource) {
    return (Map<String, Object>) Objects.requireNonNull(resource.get("Properties"));
  }

  private static void copy(String name, Map<String, Object> from, Map<String, Object> to) {
    Object value = from.get(name);
    if (value != null) {
      to.put(name, value);
    }
  }
}
