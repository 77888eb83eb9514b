package dev.sluice.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * All starts with one destination.
 *
 * @param classes loaded by the last one, without those of the JDK
 */
record StartSummary(StartDestination destination, List<Start> starts, long classes) {

  StartSummary {
    starts = List.copyOf(starts);
  }

  Spread initMillis() {
    return spread(Start::initMillis);
  }

  Spread firstEventMillis() {
    return spread(Start::firstEventMillis);
  }

  Spread processorMillis() {
    return spread(Start::processorMillis);
  }

  private Spread spread(ToDoubleFunction<Start> part) {
    return Spread.of(starts.stream().mapToDouble(part));
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", destination.label());
    map.put("firstEventMillis", firstEventMillis().toMap());
    map.put("initMillis", initMillis().toMap());
    map.put("processorMillis", processorMillis().toMap());
    map.put("classesLoaded", classes);
    return map;
  }
}
