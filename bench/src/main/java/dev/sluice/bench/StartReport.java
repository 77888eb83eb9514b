package dev.sluice.bench;

import java.util.Formatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How long until the first event, per destination. */
record StartReport(StartRequest request, long jarBytes, List<StartSummary> summaries) {

  private static final String LINE = "%-12s %14s %9s %9s %14s %14s %10s%n";

  StartReport {
    summaries = List.copyOf(summaries);
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("benchmark", "start");
    map.put("runs", request.runs());
    map.put("jarBytes", jarBytes);
    map.put("destinations", summaries.stream().map(StartSummary::toMap).toList());
    map.put("processors", Runtime.getRuntime().availableProcessors());
    map.put("functionMemoryMegabytes", WarmFunction.MEMORY_MEGABYTES);
    return map;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    Formatter lines = new Formatter(text, Locale.ROOT);
    lines.format(
        "sluice.jar: %,d bytes; %d starts of each, %d MB, %d processors, no snapshot%n%n",
        jarBytes,
        request.runs(),
        WarmFunction.MEMORY_MEGABYTES,
        Runtime.getRuntime().availableProcessors());
    lines.format(
        LINE,
        "milliseconds",
        "to first event",
        "least",
        "most",
        "of them init",
        "processors",
        "classes");
    for (StartSummary summary : summaries) {
      Spread first = summary.firstEventMillis();
      lines.format(
          LINE,
          summary.destination().label(),
          Math.round(first.median()),
          Math.round(first.min()),
          Math.round(first.max()),
          Math.round(summary.initMillis().median()),
          Math.round(summary.processorMillis().median()),
          summary.classes());
    }
    return text.toString();
  }
}
