package dev.sluice.cdk.app;

import java.util.List;

/** Says all that is wrong with a configuration. */
final class FaultyConfigurationException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  FaultyConfigurationException(List<String> faults) {
    super(
        "The configuration has "
            + (faults.size() == 1 ? "a fault" : faults.size() + " faults")
            + ":\n  "
            + String.join("\n  ", faults));
  }
}
