package dev.sluice.cdk;

/**
 * What the operations function gets: it answers within seconds, and a large redrive uses it all.
 */
final class OpsLimits {

  static final int TIMEOUT_SECONDS = 300;
  static final int MEMORY = 512;

  private OpsLimits() {}
}
