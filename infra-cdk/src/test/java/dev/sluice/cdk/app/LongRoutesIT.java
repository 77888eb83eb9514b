package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.cdk.Destination;
import dev.sluice.cdk.ExistingDatabase;
import dev.sluice.cdk.FunctionCode;
import dev.sluice.cdk.NetworkPlacement;
import dev.sluice.cdk.ProbeSettings;
import dev.sluice.cdk.RelaySettings;
import dev.sluice.cdk.Route;
import dev.sluice.cdk.Routes;
import dev.sluice.cdk.Sluice;
import dev.sluice.cdk.SluiceProps;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.sns.Topic;

/** A function's variables take 3 KB of routes, a standard parameter 4 KB, an advanced one 8 KB. */
final class LongRoutesIT {

  /** More than 80 characters each. */
  private static Template synthesise(int count, boolean inParameter) {
    Stack stack = new Stack(new App(), "Shop");
    Destination topic = Destination.topic(new Topic(stack, "Events"));
    Routes routes =
        new Routes(
            IntStream.range(0, count).mapToObj(i -> Route.of("stream-" + i, topic)).toList());
    ExistingDatabase database =
        new ExistingDatabase(
            "shop.example.com",
            5432,
            "shop",
            "",
            "db-ABCDEFGHIJKL",
            Optional.empty(),
            Optional.empty(),
            "shop_admin",
            Optional.empty(),
            Optional.empty());
    RelaySettings relay =
        new RelaySettings(
            1,
            "LOOP",
            1,
            1,
            512,
            75,
            Optional.empty(),
            inParameter,
            ProbeSettings.NONE,
            false,
            Map.of());
    new Sluice(
        stack,
        "Outbox",
        SluiceProps.builder("shop", FunctionCode.jar(Synthesised.code(), true))
            .place(NetworkPlacement.outside())
            .database(database.in(stack))
            .routes(routes)
            .relay(relay)
            .build());
    return Template.fromStack(stack);
  }

  @Test
  void routesOverFourKilobytesStandInAParameterThatTakesThem() {
    Template template = synthesise(60, true);
    template.hasResourceProperties(
        "AWS::SSM::Parameter", Map.of("Type", "String", "Tier", "Intelligent-Tiering"));
  }

  @Test
  void routesThatFitNowhereAreRefusedWithTheirLength() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> synthesise(120, true))
        .withMessageMatching(
            "the routes take about [0-9]+ characters, and a parameter holds 8192; .*");
  }

  @Test
  void routesThatDoNotFitIntoTheVariablesArePointedToTheParameter() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> synthesise(60, false))
        .withMessageContaining("set routesInParameter");
    assertThat(synthesise(10, false).findResources("AWS::SSM::Parameter")).isEmpty();
  }
}
