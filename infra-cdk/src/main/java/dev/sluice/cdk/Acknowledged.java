package dev.sluice.cdk;

import software.amazon.awscdk.Acknowledgment;
import software.amazon.awscdk.Validations;
import software.constructs.IConstruct;

/**
 * Findings of cdk-nag that are as we want them, each with its reason, beside what they are about.
 */
public final class Acknowledged {

  private Acknowledged() {}

  public static void rule(IConstruct construct, String id, String reason) {
    Validations.of(construct).acknowledge(Acknowledgment.builder().id(id).reason(reason).build());
  }
}
