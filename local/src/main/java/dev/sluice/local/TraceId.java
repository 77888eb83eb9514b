package dev.sluice.local;

import java.util.Locale;

/** An X-Ray trace header: a request id has the 32 hexadecimal digits that it wants. */
final class TraceId {

  private TraceId() {}

  static String of(String requestId) {
    String digits = requestId.replace("-", "").toLowerCase(Locale.ROOT);
    return "Root=1-"
        + digits.substring(0, 8)
        + "-"
        + digits.substring(8)
        + ";Parent="
        + digits.substring(16)
        + ";Sampled=0";
  }
}
