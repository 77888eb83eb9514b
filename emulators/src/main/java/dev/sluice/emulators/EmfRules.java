package dev.sluice.emulators;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** CloudWatch's specification of the embedded metric format: what it would not take as a metric. */
final class EmfRules {

  private static final int MOST_METRICS = 100;
  private static final int MOST_VALUES = 100;
  private static final int MOST_DIMENSIONS = 30;
  private static final int LONGEST = 1024;
  private static final int LONGEST_DIMENSION = 250;
  private static final Duration OLDEST = Duration.ofDays(14);
  private static final Duration YOUNGEST = Duration.ofHours(2);

  private static final Set<String> UNITS =
      Set.of(
          """
          Seconds Microseconds Milliseconds Percent Count Count/Second None \
          Bytes Kilobytes Megabytes Gigabytes Terabytes Bits Kilobits Megabits Gigabits Terabits \
          Bytes/Second Kilobytes/Second Megabytes/Second Gigabytes/Second Terabytes/Second \
          Bits/Second Kilobits/Second Megabits/Second Gigabits/Second Terabits/Second"""
              .split(" ", -1));

  private final Map<String, Object> root;
  private final List<String> faults = new ArrayList<>();

  private EmfRules(Map<String, Object> root) {
    this.root = root;
  }

  static List<String> faults(Map<String, Object> root) {
    EmfRules rules = new EmfRules(root);
    Map<String, Object> metadata = StandInJson.object(root.get("_aws"));
    rules.timestamp(metadata.get("Timestamp"));
    List<?> directives = StandInJson.list(metadata.get("CloudWatchMetrics"));
    rules.demand(!directives.isEmpty(), "CloudWatchMetrics is no list of directives");
    directives.forEach(directive -> rules.directive(StandInJson.object(directive)));
    return rules.faults;
  }

  private void demand(boolean holds, String fault) {
    if (!holds) {
      faults.add(fault);
    }
  }

  private void timestamp(@Nullable Object value) {
    if (!(value instanceof Long) && !(value instanceof Integer)) {
      faults.add("Timestamp is no whole number");
      return;
    }
    long age = System.currentTimeMillis() - ((Number) value).longValue();
    demand(age < OLDEST.toMillis(), "Timestamp is not in milliseconds, or older than 14 days");
    demand(-age < YOUNGEST.toMillis(), "Timestamp is more than 2 hours ahead");
  }

  private void directive(Map<String, Object> directive) {
    demand(text(directive.get("Namespace"), LONGEST), "Namespace is no text");
    List<?> sets = StandInJson.list(directive.get("Dimensions"));
    demand(!sets.isEmpty(), "Dimensions is no list of lists");
    sets.forEach(this::dimensions);
    List<?> metrics = StandInJson.list(directive.get("Metrics"));
    demand(!metrics.isEmpty(), "Metrics is empty");
    demand(metrics.size() <= MOST_METRICS, "more than " + MOST_METRICS + " metrics");
    demand(Set.copyOf(metrics).size() == metrics.size(), "a metric is there twice");
    metrics.forEach(metric -> metric(StandInJson.object(metric)));
  }

  private void dimensions(Object set) {
    demand(set instanceof List<?>, "a dimension set is no list");
    List<?> names = StandInJson.list(set);
    demand(names.size() <= MOST_DIMENSIONS, "more than " + MOST_DIMENSIONS + " dimensions");
    for (Object name : names) {
      demand(text(name, LONGEST_DIMENSION), "a dimension's name is no text");
      Object value = root.get(String.valueOf(name));
      demand(text(value, LONGEST), "dimension " + name + " has no text as its value");
      String text = String.valueOf(value);
      boolean printable = text.chars().allMatch(c -> c >= ' ' && c < 0x7f);
      demand(printable && !text.startsWith(":"), "dimension " + name + " is not plain ASCII");
    }
  }

  private static boolean text(@Nullable Object value, int longest) {
    return value instanceof String text && !text.isBlank() && text.length() <= longest;
  }

  private void metric(Map<String, Object> metric) {
    Object name = metric.get("Name");
    demand(text(name, LONGEST), "a metric has no name");
    Object unit = metric.getOrDefault("Unit", "None");
    demand(UNITS.contains(String.valueOf(unit)), "unit " + unit + " is unknown");
    Object resolution = metric.getOrDefault("StorageResolution", 60);
    demand(Set.<Object>of(1, 60).contains(resolution), "StorageResolution is neither 1 nor 60");
    value(String.valueOf(name), root.get(String.valueOf(name)));
  }

  private void value(String name, @Nullable Object value) {
    if (value instanceof List<?> values) {
      demand(!values.isEmpty(), name + " has no value");
      demand(values.size() <= MOST_VALUES, name + " has more than " + MOST_VALUES + " values");
      demand(values.stream().allMatch(Number.class::isInstance), name + " is not numeric");
    } else {
      demand(value instanceof Number, name + " is missing or not numeric");
    }
  }
}
