package dev.sluice.relay.wire;

import org.jspecify.annotations.Nullable;

/** The trace-id field of a W3C traceparent: version "-" trace-id "-" parent-id "-" flags. */
public final class TraceId {

  private static final int START = 3;
  private static final int END = 35;
  private static final String INVALID = "0".repeat(END - START);

  private TraceId() {}

  /** Null where there is no traceparent or none that W3C calls valid. */
  public static @Nullable String of(@Nullable String traceparent) {
    if (traceparent == null
        || traceparent.length() <= END
        || traceparent.charAt(START - 1) != '-'
        || traceparent.charAt(END) != '-') {
      return null;
    }
    String traceId = traceparent.substring(START, END);
    return isLowerHex(traceId) && !traceId.equals(INVALID) ? traceId : null;
  }

  private static boolean isLowerHex(String text) {
    return text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
  }
}
