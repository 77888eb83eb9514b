package dev.sluice.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Seconds of processor time during a run, by who spent them. On a small machine this is the limit,
 * and what the rest of the machine spent says how undisturbed the run was.
 *
 * @param function the contender's process
 * @param broker what takes the events: this JVM with Kafka and, idle meanwhile, the benchmark
 *     itself; or the stand-in's process
 * @param reading the server processes whose last statement read
 * @param writing the server processes whose last statement wrote
 * @param otherPostgres writers, checkpointer, vacuum, and server processes that have ended
 */
record ProcessorUse(
    double function,
    double broker,
    double reading,
    double writing,
    double otherPostgres,
    double restOfMachine) {

  static final ProcessorUse UNKNOWN = new ProcessorUse(0, 0, 0, 0, 0, 0);

  static ProcessorUse median(List<ProcessorUse> uses) {
    return new ProcessorUse(
        median(uses, ProcessorUse::function),
        median(uses, ProcessorUse::broker),
        median(uses, ProcessorUse::reading),
        median(uses, ProcessorUse::writing),
        median(uses, ProcessorUse::otherPostgres),
        median(uses, ProcessorUse::restOfMachine));
  }

  private static double median(List<ProcessorUse> uses, ToDoubleFunction<ProcessorUse> part) {
    return Spread.of(uses.stream().mapToDouble(part)).median();
  }

  double own() {
    return function + broker + reading + writing + otherPostgres;
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("function", Numbers.round(function, 2));
    map.put("broker", Numbers.round(broker, 2));
    map.put("readingBackend", Numbers.round(reading, 2));
    map.put("writingBackend", Numbers.round(writing, 2));
    map.put("otherPostgres", Numbers.round(otherPostgres, 2));
    map.put("restOfMachine", Numbers.round(restOfMachine, 2));
    return map;
  }
}
