package dev.sluice.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the benchmark found, and under which conditions. */
record DrainReport(DrainRequest request, Map<String, String> postgres, List<Summary> summaries) {

  DrainReport {
    summaries = List.copyOf(summaries);
  }

  List<Target> targets() {
    return Target.of(summaries);
  }

  List<String> faults() {
    return summaries.stream().flatMap(summary -> faults(summary).stream()).toList();
  }

  private static List<String> faults(Summary summary) {
    return summary.runs().stream()
        .flatMap(run -> run.faults().stream())
        .map(fault -> summary.name() + ": " + fault)
        .toList();
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("benchmark", "drain");
    map.put("events", request.events());
    map.put("runs", request.runs());
    map.put("contenders", summaries.stream().map(DrainReport::contender).toList());
    map.put("targets", targets().stream().map(Target::toMap).toList());
    map.put("faults", faults());
    map.put("processors", Runtime.getRuntime().availableProcessors());
    map.put("functionMemoryMegabytes", WarmFunction.MEMORY_MEGABYTES);
    map.put("postgres", postgres);
    return map;
  }

  private static Map<String, Object> contender(Summary summary) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", summary.name());
    map.put("eventsPerSecond", summary.eventsPerSecond().toMap());
    map.put("walBytesPerEvent", Numbers.round(summary.logBytesPerEvent(), 1));
    map.put("walPageImageBytesPerEvent", Numbers.round(summary.pageImageBytesPerEvent(), 1));
    map.put("seconds", Numbers.round(summary.seconds(), 3));
    map.put("reportedMillis", Math.round(summary.reportedMillis()));
    map.put("cpuSeconds", summary.processor().toMap());
    return map;
  }
}
