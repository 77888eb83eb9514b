package dev.sluice.cdk.app;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A statement as people read it. */
record PermissionRow(
    String owner, String effect, String whom, String actions, List<String> on, String when)
    implements Comparable<PermissionRow> {

  /** By the ids with which policies and their owners begin. */
  private static final Map<String, String> OWNERS = new LinkedHashMap<>();

  static {
    OWNERS.put("SluiceRelay", "relay");
    OWNERS.put("SluiceOps", "operations");
    OWNERS.put("SluiceMigration", "migration");
    OWNERS.put("SluiceScheduleRole", "schedules");
    OWNERS.put("SluiceDeploymentProbe", "caller of the probe");
    OWNERS.put("PoolProxy", "RDS Proxy");
    OWNERS.put("NetworkRefusalWriter", "flow log");
    OWNERS.put("KafkaBrokers", "CDK: where the brokers are");
    OWNERS.put("AWSCDKTrigger", "CDK: invoke the migration");
    OWNERS.put("CustomVpcRestrictDefaultSG", "CDK: close the default group");
    OWNERS.put("AlarmTopicSlack", "Slack");
    OWNERS.put("NetworkVpc", "an endpoint");
    OWNERS.put("AlarmTopicKey", "alarm topic's key");
    OWNERS.put("AlarmTopic", "alarm topic");
    OWNERS.put("Topic", "a topic");
    OWNERS.put("Queue", "a queue");
    OWNERS.put("Sluice", "a queue of what went wrong");
  }

  private static final List<String> ORDER = List.copyOf(OWNERS.values());

  private static final Pattern EXPORT =
      Pattern.compile(".*ExportsOutput(?:Ref|FnGetAtt)(.+?)[0-9A-F]{8}.*");

  static PermissionRow of(Statement statement) {
    return new PermissionRow(
        owner(statement.owner().id()),
        statement.allows() ? "allow" : "deny",
        whom(statement),
        code(statement.actions().stream()),
        statement.resources().stream().map(PermissionRow::text).toList(),
        statement.conditions().entrySet().stream()
            .map(PermissionRow::condition)
            .sorted()
            .collect(Collectors.joining(", ")));
  }

  private static String owner(String id) {
    return OWNERS.entrySet().stream()
        .filter(known -> id.startsWith(known.getKey()))
        .findFirst()
        .orElseThrow(() -> new AssertionError("say in PermissionRow whose policy " + id + " is"))
        .getValue();
  }

  private static String whom(Statement statement) {
    Object principal = statement.body().get("Principal");
    if (principal == null) {
      return "";
    }
    return principal instanceof Map<?, ?> map
        ? code(map.values().stream().map(PermissionRow::text))
        : code(Stream.of(String.valueOf(principal)));
  }

  private static String condition(Map.Entry<?, ?> operator) {
    return ((Map<?, ?>) operator.getValue())
        .entrySet().stream()
            .map(
                test ->
                    "%s `%s` %s"
                        .formatted(operator.getKey(), test.getKey(), code(values(test.getValue()))))
            .sorted()
            .collect(Collectors.joining(", "));
  }

  private static Stream<String> values(Object value) {
    return value instanceof List<?> list
        ? list.stream().map(PermissionRow::text)
        : Stream.of(text(value));
  }

  private static String code(Stream<String> texts) {
    return texts
        .distinct()
        .sorted()
        .map(text -> "`" + text + "`")
        .collect(Collectors.joining(", "));
  }

  private static String text(Object value) {
    if (!(value instanceof Map<?, ?> function)) {
      return String.valueOf(value)
          .replace("123456789012", "ACCOUNT")
          .replace("eu-central-1", "REGION");
    }
    Object arguments = function.values().iterator().next();
    return switch (String.valueOf(function.keySet().iterator().next())) {
      case "Ref" -> reference(String.valueOf(arguments));
      case "Fn::GetAtt" -> reference(String.valueOf(((List<?>) arguments).getFirst()));
      case "Fn::ImportValue" -> EXPORT.matcher(String.valueOf(arguments)).replaceFirst("$1");
      case "Fn::Join" ->
          ((List<?>) ((List<?>) arguments).get(1))
              .stream().map(PermissionRow::text).collect(Collectors.joining());
      case "Fn::Select" -> selected((List<?>) arguments);
      case "Fn::Split" -> text(((List<?>) arguments).get(1));
      default -> throw new AssertionError("unknown here: " + function);
    };
  }

  private static String selected(List<?> arguments) {
    return arguments.get(1) instanceof List<?> list
        ? text(list.get(Integer.parseInt(String.valueOf(arguments.getFirst()))))
        : text(arguments.get(1));
  }

  private static String reference(String id) {
    return switch (id) {
      case "AWS::Partition" -> "aws";
      case "AWS::Region" -> "REGION";
      case "AWS::AccountId" -> "ACCOUNT";
      default -> id.replaceFirst("[0-9A-F]{8}$", "").replaceFirst("^Sluice", "");
    };
  }

  private PermissionRow on(List<String> resources) {
    return new PermissionRow(owner, effect, whom, actions, resources, when);
  }

  /** Statements that differ in their resources alone are one line. */
  static String table(Stream<PermissionRow> rows) {
    Map<PermissionRow, Set<String>> resources = new TreeMap<>();
    rows.forEach(
        row -> resources.computeIfAbsent(row.on(List.of()), _ -> new TreeSet<>()).addAll(row.on()));
    return resources.entrySet().stream()
        .map(line -> line.getKey().on(List.copyOf(line.getValue())).line())
        .collect(Collectors.joining());
  }

  private String line() {
    return "| %s | %s | %s | %s | %s | %s |\n"
        .formatted(owner, effect, whom, actions, code(on.stream()), when);
  }

  @Override
  public int compareTo(PermissionRow other) {
    return Comparator.<PermissionRow>comparingInt(row -> ORDER.indexOf(row.owner()))
        .thenComparing(PermissionRow::line)
        .compare(this, other);
  }
}
