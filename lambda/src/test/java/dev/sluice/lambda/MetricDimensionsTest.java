package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.ops.status.Measurement;
import dev.sluice.relay.ops.status.Measurement.Backlog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whoever asks for nothing pays for the metrics of the outbox only. */
final class MetricDimensionsTest {

  private static final String STREAM = "\"Stream\":\"orders\"";

  private static String measured(Map<String, String> environment) {
    List<String> lines = new ArrayList<>();
    StandardOutput.telemetry("shop", environment, lines::add)
        .measured(new Measurement(List.of(new Backlog("orders", 1, 0, 0, 0, 5)), 16, 0, 0, true));
    return String.join("\n", lines);
  }

  @Test
  void streamsHaveNoMetricsOfTheirOwnUnlessTheSettingSaysSo() {
    assertThat(measured(Map.of())).contains("\"Pending\":1").doesNotContain(STREAM);
    assertThat(measured(Map.of("SLUICE_METRIC_DIMENSIONS", "Outbox"))).doesNotContain(STREAM);
    assertThat(measured(Map.of("SLUICE_METRIC_DIMENSIONS", "Outbox,Stream"))).contains(STREAM);
  }

  /** The relay refuses to start with it, and operations must still be able to look. */
  @Test
  void faultySettingCostsNothing() {
    assertThat(measured(Map.of("SLUICE_METRIC_DIMENSIONS", "Stream")))
        .contains("\"Pending\":1")
        .doesNotContain(STREAM);
  }
}
