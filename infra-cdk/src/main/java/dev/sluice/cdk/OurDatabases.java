package dev.sluice.cdk;

import java.util.Map;
import software.amazon.awscdk.RemovalPolicy;
import software.constructs.IConstruct;

/** The rules of every database of ours: TLS only, and no login with a password. */
final class OurDatabases {

  static final Map<String, String> TLS_ONLY = Map.of("rds.force_ssl", "1");

  /** The master logs in with an IAM token too, so there is no password to keep or to leak. */
  static final String BY_IAM = "iam-db-auth";

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
