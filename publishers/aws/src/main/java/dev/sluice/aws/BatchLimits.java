package dev.sluice.aws;

import dev.sluice.relay.spi.PublisherContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one call may hold, and how many may be in flight.
 *
 * @param entries in one call
 * @param bytes in one call, all its entries together
 * @param calls in flight to one destination
 */
public record BatchLimits(int entries, int bytes, int calls) {

  /** The variables that change them, such as SLUICE_SNS_BATCH_BYTES. */
  public record Names(String entries, String bytes, String calls) {

    public static Names of(String service) {
      String prefix = "SLUICE_" + service + "_";
      return new Names(prefix + "BATCH_ENTRIES", prefix + "BATCH_BYTES", prefix + "CALLS");
    }

    public Set<String> all() {
      return Set.of(entries, bytes, calls);
    }
  }

  private static final int MOST_BYTES = 16 << 20;
  private static final int MOST_ENTRIES = 100;
  private static final int MOST_CALLS = 1000;

  /** These, unless the environment says otherwise. */
  public BatchLimits read(Names names, PublisherContext context) {
    return read(names, context.environment(), new ArrayList<>());
  }

  public List<String> faults(Names names, PublisherContext context) {
    List<String> faults = new ArrayList<>();
    read(names, context.environment(), faults);
    return faults;
  }

  private BatchLimits read(Names names, Map<String, String> environment, List<String> faults) {
    return new BatchLimits(
        number(names.entries(), entries, 1, MOST_ENTRIES, environment, faults),
        number(names.bytes(), bytes, 1024, MOST_BYTES, environment, faults),
        number(names.calls(), calls, 1, MOST_CALLS, environment, faults));
  }

  private static int number(
      String name,
      int otherwise,
      int least,
      int most,
      Map<String, String> environment,
      List<String> faults) {
    String text = environment.getOrDefault(name, "").strip();
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below, with the bounds
    }
    faults.add(name + "=" + text + ": must be a whole number from " + least + " to " + most);
    return otherwise;
  }
}
