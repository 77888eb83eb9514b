package dev.sluice.cdk.cost;

/** Something whose price nobody has written down: a sum without it would be wrong. */
public final class UnknownCostException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnknownCostException(String message) {
    super(message);
  }
}
