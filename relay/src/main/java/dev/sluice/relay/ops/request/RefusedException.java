package dev.sluice.relay.ops.request;

import java.util.List;

/**
 * What was asked for cannot be done, and nothing was changed. All that is wrong is in one message.
 */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RefusedException(String action, List<String> faults) {
    super(action + " was refused:\n  - " + String.join("\n  - ", faults));
  }
}
