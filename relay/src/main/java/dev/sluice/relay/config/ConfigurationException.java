package dev.sluice.relay.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The configuration cannot work. All that is wrong with it is in one message. */
public final class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String faults;

  public ConfigurationException(List<String> faults) {
    this(faults, null);
  }

  public ConfigurationException(List<String> faults, @Nullable Throwable cause) {
    super(
        "Sluice cannot start, "
            + (faults.size() == 1 ? "1 setting needs" : faults.size() + " settings need")
            + " correction:"
            + lines(faults),
        cause);
    this.faults = lines(faults);
  }

  private static String lines(List<String> faults) {
    return "\n  - " + String.join("\n  - ", faults);
  }

  /** A line for each. */
  public String faults() {
    return faults;
  }
}
