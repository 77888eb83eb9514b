package dev.sluice.emulators;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an entry of PutEvents says beside its detail. */
public record StandInEvent(
    @Nullable String source,
    @Nullable String detailType,
    @Nullable Instant time,
    List<String> resources,
    @Nullable String traceHeader) {

  public StandInEvent {
    resources = List.copyOf(resources);
  }
}
