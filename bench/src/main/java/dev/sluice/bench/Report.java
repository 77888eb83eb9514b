package dev.sluice.bench;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;

import java.util.EnumSet;
import java.util.Formatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The results of a benchmark, and the conditions it ran under. */
record Report(
    Benchmark benchmark,
    Request request,
    long jarBytes,
    Map<String, String> postgres,
    List<Summary> summaries) {

  Report {
    summaries = List.copyOf(summaries);
  }

  /** Not a number if it did not take part. */
  double median(Measure measure, String contender) {
    return summaries.stream()
        .filter(summary -> summary.name().equals(contender))
        .mapToDouble(summary -> summary.median(measure))
        .findFirst()
        .orElse(Double.NaN);
  }

  /** Not a number if one of the two did not take part or has none. */
  double ratio(Measure measure, String part, String whole) {
    double ratio = median(measure, part) / median(measure, whole);
    return ratio > 0 && Double.isFinite(ratio) ? ratio : Double.NaN;
  }

  List<Target> targets() {
    return benchmark.targets().apply(this).stream().filter(Target::known).toList();
  }

  List<String> faults() {
    return summaries.stream().flatMap(Summary::faults).toList();
  }

  int exitCode() {
    return faults().isEmpty() ? 0 : 1;
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("benchmark", benchmark.name());
    map.put("events", request.events());
    map.put("runs", request.runs());
    map.put("contenders", contenders());
    if (benchmark.equals(Start.BENCHMARK)) {
      map.put("destinations", contenders()); // as they were called at first
    }
    map.put("targets", targets().stream().map(Target::toMap).toList());
    map.put("faults", faults());
    map.putAll(conditions());
    map.put("postgres", postgres);
    return map;
  }

  private Map<String, Object> conditions() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("processors", Runtime.getRuntime().availableProcessors());
    map.put("functionMemoryMegabytes", WarmFunction.MEMORY_MEGABYTES);
    map.put("jarBytes", jarBytes);
    map.putAll(benchmark.conditions());
    return map;
  }

  /** With all that was measured of any of them; what was not is zero. */
  private List<Map<String, Object>> contenders() {
    Set<Measure> measured =
        summaries.stream()
            .flatMap(Summary::measured)
            .collect(toCollection(() -> EnumSet.noneOf(Measure.class)));
    return summaries.stream().map(summary -> contender(summary, measured)).toList();
  }

  private Map<String, Object> contender(Summary summary, Set<Measure> measured) {
    Map<String, Object> map = new LinkedHashMap<>();
    Map<String, Object> processor = new LinkedHashMap<>();
    map.put("name", summary.name());
    for (Measure measure : measured) {
      Map<String, Object> place = Measure.PROCESSOR.contains(measure) ? processor : map;
      place.put(measure.key(), measure.json(summary.spread(measure)));
    }
    if (!processor.isEmpty()) {
      map.put("cpuSeconds", processor);
    }
    for (Column column : benchmark.tables().getFirst().columns()) {
      double number = column.number().applyAsDouble(this, summary);
      if (!column.key().isEmpty() && !Double.isNaN(number)) {
        map.put(column.key(), Measure.round(number, column.decimals()));
      }
    }
    return map;
  }

  /** For people. */
  String text() {
    StringBuilder text = new StringBuilder();
    Formatter lines = new Formatter(text, Locale.ROOT);
    lines.format(
        "%,d event%s in each run, %d runs of each%n%n",
        request.events(), request.events() == 1 ? "" : "s", request.runs());
    for (Table table : benchmark.tables()) {
      lines.format("%s%n", table.text(this));
    }
    if (!targets().isEmpty()) {
      lines.format("%s%n", targets().stream().map(Target::line).collect(joining()));
    }
    conditions().forEach((name, value) -> lines.format("%-25s %s%n", name, value));
    lines.format("postgres%n");
    new TreeMap<>(postgres).forEach((name, value) -> lines.format("  %-23s %s%n", name, value));
    faults().forEach(fault -> lines.format("FAILED  %s%n", fault));
    return text.toString();
  }
}
