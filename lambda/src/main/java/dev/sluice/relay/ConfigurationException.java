package dev.sluice.relay;

import java.util.List;

/** The configuration cannot work. All that is wrong with it is in one message. */
public final class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ConfigurationException(List<String> faults) {
    super(
        "Sluice cannot start, "
            + (faults.size() == 1 ? "1 setting needs" : faults.size() + " settings need")
            + " correction:\n  - "
            + String.join("\n  - ", faults));
  }
}
