package dev.sluice.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** All runs of one contender. */
record AwsSummary(AwsContender contender, List<AwsRun> runs) {

  AwsSummary {
    runs = List.copyOf(runs);
  }

  Summary rates() {
    return new Summary(contender, runs.stream().map(AwsRun::run).toList());
  }

  Spread entriesPerCall() {
    return spread(CallCounts::entriesPerCall);
  }

  Spread mostInFlight() {
    return spread(CallCounts::mostInFlight);
  }

  private Spread spread(ToDoubleFunction<CallCounts> part) {
    return Spread.of(runs.stream().map(AwsRun::counts).mapToDouble(part));
  }

  /** Of this machine's processors, all processes of ours together, in millionths of a second. */
  double microsecondsPerEvent() {
    Summary all = rates();
    return all.processor().own() * 1e6 / runs.getFirst().run().events();
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    Summary all = rates();
    map.put("name", contender.name());
    map.put("events", runs.getFirst().run().events());
    map.put("eventsPerSecond", all.eventsPerSecond().toMap());
    map.put("entriesPerCall", Numbers.round(entriesPerCall().median(), 2));
    map.put("mostCallsInFlight", Math.round(mostInFlight().max()));
    map.put("seconds", Numbers.round(all.seconds(), 3));
    map.put("cpuSeconds", all.processor().toMap());
    return map;
  }
}
