package dev.sluice.local;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The same text for every run: ids by the order in which they appear, one time, one port. */
final class SteadyText {

  private static final Pattern ID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern TIME = Pattern.compile("20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z");
  private static final Map<Pattern, String> OTHERS =
      Map.of(
          Pattern.compile("(localhost|127\\.0\\.0\\.1):[0-9]{2,5}"), "$1:5432",
          Pattern.compile("\\b72[0-9]{2}s"), "7200s",
          Pattern.compile("(?i)(?<head>\"oldestPendingSeconds\" *: *)72[0-9]{2}"), "${head}7200",
          Pattern.compile("(?<head>\"continueInSeconds\" *: *)(5[0-9]|60)\\b"), "${head}60",
          Pattern.compile("[0-9]+ ms apart"), "3 ms apart");

  /** Written by the script itself, so they are the same anyway. */
  private static final String FIXED = "01a1ef97-";

  private final Map<String, String> ids = new LinkedHashMap<>();

  String of(String text) {
    String steady = ID.matcher(text).replaceAll(this::id);
    steady = TIME.matcher(steady).replaceAll("2026-11-18T03:00:00Z");
    for (Map.Entry<Pattern, String> other : OTHERS.entrySet()) {
      steady = other.getKey().matcher(steady).replaceAll(other.getValue());
    }
    return steady;
  }

  private String id(MatchResult found) {
    String id = found.group();
    return id.startsWith(FIXED)
        ? id
        : Matcher.quoteReplacement(
            ids.computeIfAbsent(
                id, _ -> "01a1f014-e3f4-7493-a4d2-%012d".formatted(ids.size() + 1)));
  }
}
