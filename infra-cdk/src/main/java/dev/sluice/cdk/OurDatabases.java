package dev.sluice.cdk;

import java.util.Map;
import software.amazon.awscdk.RemovalPolicy;
import software.constructs.IConstruct;

/** What every database of ours has in common: the server refuses to speak in the clear. */
final class OurDatabases {

  static final Map<String, String> TLS_ONLY = Map.of("rds.force_ssl", "1");

  /** RDS chooses the release, and upgrades it: one that is named here is withdrawn some day. */
  static final String MAJOR = "17";

  private OurDatabases() {}

  static void acknowledge(IConstruct database, RemovalPolicy removal) {
    if (removal == RemovalPolicy.DESTROY) {
      Acknowledged.rule(
          database,
          "AwsSolutions-RDS10",
          "It is for trials, asked for as such, and goes away with its stack.");
    }
    Acknowledged.rule(
        database,
        "AwsSolutions-RDS11",
        "Another port hides nothing where no subnet has a way in and a security group names who may"
            + " connect.");
  }
}
