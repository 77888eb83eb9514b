package dev.sluice.cdk.app;

import dev.sluice.cdk.Database;
import dev.sluice.cdk.FunctionCode;
import dev.sluice.cdk.NetworkPlacement;
import dev.sluice.cdk.Routes;
import dev.sluice.cdk.Sluice;
import dev.sluice.cdk.SluiceProps;
import dev.sluice.cdk.app.Configuration.DatabaseChoice;
import dev.sluice.cdk.app.Configuration.NetworkChoice;
import java.util.Locale;
import java.util.function.Function;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Environment;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.Tags;

/** Composes the stacks that a configuration asks for; what exists already gets none. */
final class SluiceApp {

  private final App app;
  private final Configuration configuration;

  private SluiceApp(App app, Configuration configuration) {
    this.app = app;
    this.configuration = configuration;
  }

  static Sluice compose(App app, Configuration configuration, FunctionCode code) {
    // Said aloud, so that the CDK does not ask for it: a stack that others use cannot go before
    // them.
    app.getNode().setContext("@aws-cdk/core:defaultCrossStackReferences", "strong");
    return new SluiceApp(app, configuration).compose(code);
  }

  private Sluice compose(FunctionCode code) {
    Function<Stack, NetworkPlacement> place = place();
    Function<Stack, Database> database = database(place);
    Function<Stack, Routes> routes = routes(place);
    Sluice sluice =
        new RelayStack(
                app,
                "Relay",
                props("Relay"),
                stack ->
                    wanted(code, place.apply(stack), database.apply(stack), routes.apply(stack)))
            .sluice();
    new ObservabilityStack(
        app, "Observability", props("Observability"), sluice, configuration.alarms());
    Tags.of(app).add("sluice", configuration.outbox());
    configuration.tags().forEach((key, value) -> Tags.of(app).add(key, value));
    return sluice;
  }

  /** An existing network is named in each stack anew, so that none exports it to the others. */
  private Function<Stack, NetworkPlacement> place() {
    return switch (configuration.network()) {
      case NetworkChoice.New(int zones) -> {
        int endpointZones = configuration.stage().survivesZone() ? zones : 1;
        NetworkPlacement made =
            new NetworkStack(
                    app, "Network", props("Network"), zones, endpointZones, Apis.of(configuration))
                .place();
        yield _ -> made;
      }
      case NetworkChoice.Existing there -> stack -> ExistingNetwork.in(stack, there);
      case NetworkChoice.None _ -> _ -> NetworkPlacement.outside();
    };
  }

  private Function<Stack, Database> database(Function<Stack, NetworkPlacement> place) {
    if (configuration.database() instanceof DatabaseChoice.Existing there) {
      return stack -> there.database().in(stack);
    }
    Database made =
        new DataStack(
                app,
                "Data",
                props("Data"),
                place,
                configuration.database(),
                configuration.stage().database())
            .database();
    return _ -> made;
  }

  private Function<Stack, Routes> routes(Function<Stack, NetworkPlacement> place) {
    if (Destinations.exist(configuration)) {
      return stack -> Destinations.in(stack, NetworkPlacement.outside(), configuration);
    }
    Routes made =
        new MessagingStack(app, "Messaging", props("Messaging"), place, configuration).routes();
    return _ -> made;
  }

  private SluiceProps wanted(
      FunctionCode code, NetworkPlacement place, Database database, Routes routes) {
    return SluiceProps.builder(configuration.outbox(), code)
        .place(place)
        .database(database)
        .routes(routes)
        .relay(configuration.relay().settings())
        .build();
  }

  private StackProps props(String part) {
    Environment.Builder where = Environment.builder();
    configuration.account().ifPresent(where::account);
    configuration.region().ifPresent(where::region);
    return StackProps.builder()
        .stackName(configuration.outbox() + "-" + part.toLowerCase(Locale.ROOT))
        .description("Sluice " + configuration.outbox() + ": " + part)
        .env(where.build())
        .build();
  }
}
