package dev.sluice.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.DoubleStream;

/** What a number was over several runs. */
record Spread(double median, double min, double max) {

  /** In whole numbers. */
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("median", Math.round(median));
    map.put("min", Math.round(min));
    map.put("max", Math.round(max));
    return map;
  }

  static Spread of(DoubleStream numbers) {
    double[] sorted = numbers.sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("there is no run to take a median of");
    }
    double upper = sorted[sorted.length / 2];
    double lower = sorted[(sorted.length - 1) / 2];
    return new Spread((lower + upper) / 2, sorted[0], sorted[sorted.length - 1]);
  }
}
