package dev.sluice.relay.ops.preflight;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One line of a preflight, with what to do about it. */
public record Check(String name, Verdict verdict, String finding, String remedy) {

  /** A FAIL means that something will not work. */
  public enum Verdict {
    OK,
    WARN,
    FAIL
  }

  public static Check ok(String name, String finding) {
    return new Check(name, Verdict.OK, finding, "");
  }

  public static Map<String, Object> answer(List<Check> checks) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("action", "preflight");
    answer.put("ready", checks.stream().noneMatch(check -> check.verdict() == Verdict.FAIL));
    answer.put("checks", checks.stream().map(Check::toMap).toList());
    return answer;
  }

  private Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("check", name);
    map.put("verdict", verdict.name());
    map.put("finding", finding);
    map.put("remedy", remedy);
    return map;
  }
}
