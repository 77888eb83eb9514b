package dev.sluice.local.relay;

import dev.sluice.emulators.StandInAnswer;
import dev.sluice.emulators.StandInCall;
import dev.sluice.emulators.StandInEntry;
import dev.sluice.emulators.StandInFate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Fails every hundredth entry, one time for good reason and the next because it is too much, and
 * drops every fiftieth call, one time before its entries were taken and the next after.
 */
final class FaultyAws implements Function<StandInCall, StandInAnswer> {

  private final AtomicLong calls = new AtomicLong();
  private final AtomicLong entries = new AtomicLong();
  private final AtomicLong throttled = new AtomicLong();
  private final AtomicLong dropped = new AtomicLong();
  private final AtomicLong answersLost = new AtomicLong();
  private final Map<String, Long> failures = new ConcurrentHashMap<>();

  @Override
  public StandInAnswer apply(StandInCall call) {
    if (call.entries().isEmpty()) {
      return StandInAnswer.accept();
    }
    long number = calls.incrementAndGet();
    if (number % 100 == 50) {
      dropped.incrementAndGet();
      return StandInAnswer.dropped();
    }
    if (number % 100 == 0) {
      answersLost.incrementAndGet();
      return StandInAnswer.acceptedThenDropped();
    }
    return StandInAnswer.entries(this::fate);
  }

  private StandInFate fate(StandInEntry entry) {
    long number = entries.incrementAndGet();
    if (number % 200 == 100) {
      failures.merge(id(entry), 1L, Long::sum);
      return StandInFate.failed("InternalFailure", "a bad moment", false);
    }
    if (number % 200 == 0) {
      throttled.incrementAndGet();
      return StandInFate.failed("ThrottlingException", "too much at once", true);
    }
    return StandInFate.ok();
  }

  static String id(StandInEntry entry) {
    return String.valueOf(attributes(entry).get("sluice-id"));
  }

  /** A bus knows no attributes; they travel as resources. */
  static Map<String, String> attributes(StandInEntry entry) {
    Map<String, String> attributes = entry.attributes();
    return attributes.isEmpty() ? Arrivals.named(entry.resources().stream()) : attributes;
  }

  long throttled() {
    return throttled.get();
  }

  long dropped() {
    return dropped.get();
  }

  long answersLost() {
    return answersLost.get();
  }

  /** How often each event failed by itself. */
  Map<String, Long> failures() {
    return Map.copyOf(failures);
  }

  @Override
  public String toString() {
    return "%d calls, of which %d dropped and %d lost their answer; %d entries failed, %d throttled"
        .formatted(calls.get(), dropped(), answersLost(), failures.size(), throttled());
  }
}
