package dev.sluice.cdk;

import software.amazon.awscdk.RemovalPolicy;
import software.constructs.Construct;

/** What a Sluice brings when it is given nothing. */
final class DefaultParts {

  private DefaultParts() {}

  static Routes routes(Construct scope) {
    return Routes.of(
        Route.of("*", Destination.topic(new EventTopic(scope, "Events", false).topic())));
  }

  static NetworkPlacement place(Construct scope, IsolatedNetwork.Access access) {
    return new IsolatedNetwork(scope, "Network", 2, 1, access).place();
  }

  static Database database(Construct scope, NetworkPlacement place) {
    NetworkPlacement.Network network =
        place
            .network()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "a Sluice outside of a network needs to be given its database"));
    return new PostgresInstance(
            scope, "Database", network, PostgresInstance.Size.SMALL, RemovalPolicy.SNAPSHOT)
        .database();
  }
}
