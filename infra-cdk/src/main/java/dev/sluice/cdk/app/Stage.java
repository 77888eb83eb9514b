package dev.sluice.cdk.app;

import software.amazon.awscdk.RemovalPolicy;

/** How much depends on what runs there. */
enum Stage {
  DEV,
  TEST,
  PROD;

  /** Left out there, unless asked for: whatever costs money while nothing happens. */
  boolean isTrial() {
    return this == DEV;
  }

  /** A stage for trials leaves nothing behind; the others leave a snapshot. */
  RemovalPolicy database() {
    return switch (this) {
      case DEV -> RemovalPolicy.DESTROY;
      case TEST, PROD -> RemovalPolicy.SNAPSHOT;
    };
  }

  /** In production a zone may fail without taking the way to the APIs along. */
  boolean survivesZone() {
    return this == PROD;
  }
}
