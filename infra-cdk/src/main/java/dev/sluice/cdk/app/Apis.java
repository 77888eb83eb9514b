package dev.sluice.cdk.app;

import dev.sluice.cdk.Api;
import dev.sluice.cdk.IsolatedNetwork;
import dev.sluice.cdk.app.Configuration.DatabaseChoice;
import dev.sluice.cdk.app.Configuration.RouteChoice;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awscdk.Arn;
import software.amazon.awscdk.ArnFormat;

/** What a network of our own has to reach, known before there is anything in it. */
final class Apis {

  private Apis() {}

  static IsolatedNetwork.Access of(Configuration configuration) {
    Set<Api> apis = EnumSet.of(Api.SQS);
    configuration.routes().forEach(route -> add(apis, route.kind()));
    if (configuration.database() instanceof DatabaseChoice.Existing there
        && there.migration().secretArn().isPresent()) {
      apis.add(Api.SECRETS_MANAGER);
    }
    if (configuration.relay().settings().routesInParameter()) {
      apis.add(Api.PARAMETER_STORE);
    }
    return new IsolatedNetwork.Access(apis, accounts(configuration));
  }

  private static Set<String> accounts(Configuration configuration) {
    Stream<String> destinations =
        configuration.routes().stream().filter(RouteChoice::exists).map(RouteChoice::target);
    Stream<String> secret =
        configuration.database() instanceof DatabaseChoice.Existing there
            ? there.migration().secretArn().stream()
            : Stream.empty();
    return Stream.concat(destinations, secret)
        .map(arn -> Arn.split(arn, ArnFormat.NO_RESOURCE_NAME).getAccount())
        .collect(Collectors.toSet());
  }

  private static void add(Set<Api> apis, RouteChoice.Kind kind) {
    switch (kind) {
      case TOPIC -> apis.add(Api.SNS);
      case QUEUE -> apis.add(Api.SQS);
      case BUS -> apis.add(Api.EVENTBRIDGE);
      case KAFKA -> {}
    }
  }
}
