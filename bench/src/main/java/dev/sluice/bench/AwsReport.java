package dev.sluice.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the benchmark found, and under which conditions. */
record AwsReport(AwsRequest request, Map<String, String> postgres, List<AwsSummary> summaries) {

  AwsReport {
    summaries = List.copyOf(summaries);
  }

  List<Target> targets() {
    return AwsTarget.of(summaries);
  }

  List<String> faults() {
    return summaries.stream()
        .flatMap(
            summary ->
                summary.runs().stream()
                    .flatMap(run -> run.run().faults().stream())
                    .map(fault -> summary.contender().name() + ": " + fault))
        .toList();
  }

  /** How many times as fast as one call after the other; nothing if one of the two has no rate. */
  Optional<Double> timesOneCall(AwsSummary summary) {
    return summaries.stream()
        .filter(other -> other.contender().oneAtATime())
        .filter(other -> other.contender().destination() == summary.contender().destination())
        .map(other -> rate(summary) / rate(other))
        .filter(times -> times > 0 && Double.isFinite(times))
        .findFirst();
  }

  private static double rate(AwsSummary summary) {
    return summary.rates().eventsPerSecond().median();
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("benchmark", "aws");
    map.put("events", request.events());
    map.put("runs", request.runs());
    map.put("answerMillis", AwsStage.ANSWER.toMillis());
    map.put("contenders", summaries.stream().map(this::contender).toList());
    map.put("targets", targets().stream().map(Target::toMap).toList());
    map.put("faults", faults());
    map.put("processors", Runtime.getRuntime().availableProcessors());
    map.put("functionMemoryMegabytes", WarmFunction.MEMORY_MEGABYTES);
    map.put("postgres", postgres);
    return map;
  }

  private Map<String, Object> contender(AwsSummary summary) {
    Map<String, Object> map = summary.toMap();
    timesOneCall(summary).ifPresent(times -> map.put("timesOneCall", Numbers.round(times, 1)));
    return map;
  }
}
