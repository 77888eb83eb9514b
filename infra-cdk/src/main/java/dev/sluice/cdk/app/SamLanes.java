package dev.sluice.cdk.app;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A schedule for each lane that there may be, all with the queue of the first. */
final class SamLanes {

  /** Of the lanes behind the first; a parameter cannot be counted to. */
  private static final List<String> CONDITIONS =
      List.of(
          "TwoLanes",
          "FourLanes",
          "FourLanes",
          "EightLanes",
          "EightLanes",
          "EightLanes",
          "EightLanes");

  private static final String TARGET = "Target";

  private SamLanes() {}

  /** The first lane's, which learns how many there are, and the others. */
  static Map<String, Map<String, Object>> of(Map<String, Object> first) {
    Map<String, Map<String, Object>> schedules = new LinkedHashMap<>();
    schedules.put(id(0), lane(0, first));
    for (int lane = 1; lane <= CONDITIONS.size(); lane++) {
      Map<String, Object> schedule = new LinkedHashMap<>();
      schedule.put("Type", first.get("Type"));
      schedule.put("Condition", CONDITIONS.get(lane - 1));
      schedule.putAll(lane(lane, first));
      schedules.put(id(lane), schedule);
    }
    return schedules;
  }

  private static String id(int lane) {
    return "Lane" + lane + "Schedule";
  }

  private static Map<String, Object> lane(int lane, Map<String, Object> first) {
    Map<String, Object> properties = map(first, "Properties");
    Map<String, Object> target = map(properties, TARGET);
    target.put("Input", Map.of("Fn::Sub", "{\"lane\":%d,\"lanes\":${Lanes}}".formatted(lane)));
    properties.put(TARGET, target);
    Map<String, Object> schedule = new LinkedHashMap<>(first);
    schedule.put("Properties", properties);
    return schedule;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(Map<String, Object> from, String name) {
    return new LinkedHashMap<>((Map<String, Object>) Objects.requireNonNull(from.get(name)));
  }
}
