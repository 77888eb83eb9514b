package dev.sluice.cdk;

import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.iam.ServicePrincipalOpts;
import software.constructs.Construct;

/**
 * An AWS service that acts for this account. Granted to the service alone, a permission is good for
 * whatever other accounts ask of the service too.
 */
final class OwnAccount {

  private OwnAccount() {}

  static ServicePrincipal service(Construct scope, String service) {
    return service(scope, service, Map.of());
  }

  /**
   * @param more that must be equal
   */
  static ServicePrincipal service(Construct scope, String service, Map<String, String> more) {
    Map<String, String> equal = new TreeMap<>(more);
    equal.put("aws:SourceAccount", Stack.of(scope).getAccount());
    return new ServicePrincipal(
        service, ServicePrincipalOpts.builder().conditions(Map.of("StringEquals", equal)).build());
  }
}
