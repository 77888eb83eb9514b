package dev.sluice.relay.config;

import java.util.List;

/** By which dimensions there are metrics: each of a stream's own is billed by itself. */
public final class MetricDimensions {

  static final String SETTING = "SLUICE_METRIC_DIMENSIONS";

  private static final String TOTALS = "Outbox";
  private static final String BY_STREAM = "Outbox,Stream";

  private MetricDimensions() {}

  /** False, and a fault of the settings, for what is neither of the two. */
  public static boolean byStream(Settings settings) {
    return settings.parsed(SETTING, false, MetricDimensions::parse);
  }

  private static boolean parse(String text) {
    if (!List.of(TOTALS, BY_STREAM).contains(text)) {
      throw new IllegalArgumentException(
          "is '" + text + "'; choose " + TOTALS + ", or " + BY_STREAM + " for each stream as well");
    }
    return text.equals(BY_STREAM);
  }
}
