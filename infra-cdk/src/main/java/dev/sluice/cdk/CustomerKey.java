package dev.sluice.cdk;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Arn;
import software.amazon.awscdk.ArnFormat;
import software.amazon.awscdk.services.iam.Grant;
import software.amazon.awscdk.services.iam.GrantOnPrincipalOptions;
import software.amazon.awscdk.services.iam.IGrantable;

/**
 * A customer's own key, by which a topic, a queue or a secret is encrypted that exists already. The
 * CDK's own grants on such a key are wider, and for a secret there is none.
 */
record CustomerKey(String arn) {

  void grantPublish(IGrantable publisher, String service) {
    grant(publisher, service, List.of("kms:Decrypt", "kms:GenerateDataKey"));
  }

  void grantRead(IGrantable reader) {
    grant(reader, "secretsmanager", List.of("kms:Decrypt"));
  }

  /** By way of that service only. */
  private void grant(IGrantable grantee, String service, List<String> actions) {
    String region = Arn.split(arn, ArnFormat.SLASH_RESOURCE_NAME).getRegion();
    Map<String, String> via = Map.of("kms:ViaService", service + "." + region + ".amazonaws.com");
    Grant.addToPrincipal(
        GrantOnPrincipalOptions.builder()
            .grantee(grantee)
            .actions(actions)
            .resourceArns(List.of(arn))
            .conditions(Map.of("StringEquals", via))
            .build());
  }
}
