package dev.sluice.emulators;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An entry of PutEvents. */
record StandInDetail(StandInJson.Slice entry) implements StandInContent {

  @Override
  public String body() {
    return StandInJson.text(entry.object().get("Detail"));
  }

  @Override
  public StandInEvent event() {
    Map<String, Object> fields = entry.object();
    return new StandInEvent(
        nullable(fields.get("Source")),
        nullable(fields.get("DetailType")),
        instant(fields.get("Time")),
        StandInJson.list(fields.get("Resources")).stream().map(StandInJson::text).toList(),
        nullable(fields.get("TraceHeader")));
  }

  private static @Nullable String nullable(@Nullable Object value) {
    return value == null ? null : value.toString();
  }

  /** Seconds since 1970, with a fraction. */
  private static @Nullable Instant instant(@Nullable Object seconds) {
    if (seconds == null) {
      return null;
    }
    return Instant.ofEpochMilli(new BigDecimal(seconds.toString()).movePointRight(3).longValue());
  }
}
