package dev.sluice.lambda.telemetry;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a line has in common with others about the same invocation.
 *
 * @param xrayTraceId the root of X-Ray's trace, where there is one
 */
public record Correlation(String requestId, String function, @Nullable String xrayTraceId) {

  private static final String ROOT = "Root=";

  /** From X-Ray's header, {@code Root=1-...;Parent=...;Sampled=1}. */
  public static Correlation of(String requestId, String function, @Nullable String traceHeader) {
    return new Correlation(requestId, function, root(traceHeader));
  }

  private static @Nullable String root(@Nullable String header) {
    int start = header == null ? -1 : header.indexOf(ROOT);
    if (header == null || start < 0) {
      return null;
    }
    int end = header.indexOf(';', start);
    return header.substring(start + ROOT.length(), end < 0 ? header.length() : end);
  }

  void addTo(Map<String, Object> line) {
    line.put("requestId", requestId);
    line.put("function", function);
    if (xrayTraceId != null) {
      line.put("xrayTraceId", xrayTraceId);
    }
  }
}
