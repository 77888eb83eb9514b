package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cdk.AuroraPostgres;
import dev.sluice.cdk.Destination;
import dev.sluice.cdk.ExistingDatabase;
import dev.sluice.cdk.FunctionCode;
import dev.sluice.cdk.IsolatedNetwork;
import dev.sluice.cdk.NetworkPlacement;
import dev.sluice.cdk.Route;
import dev.sluice.cdk.Routes;
import dev.sluice.cdk.Sluice;
import dev.sluice.cdk.SluiceProps;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Template;
import software.amazon.awscdk.services.ec2.SubnetSelection;
import software.amazon.awscdk.services.ec2.SubnetType;
import software.amazon.awscdk.services.ec2.Vpc;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.sns.Topic;

/** The construct in an app of somebody's own, as infra-cdk/README.md shows it. */
final class OwnAppIT {

  private static final class Shop extends Stack {

    Shop(App app, Path jar) {
      super(app, "Shop");
      Vpc vpc = new Vpc(this, "Vpc");
      SubnetSelection subnets =
          SubnetSelection.builder().subnetType(SubnetType.PRIVATE_WITH_EGRESS).build();
      Topic orders = new Topic(this, "Orders");
      EventBus bus = new EventBus(this, "Bus");
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
      new Sluice(
          this,
          "Outbox",
          SluiceProps.builder("shop", FunctionCode.jar(jar, true))
              .place(NetworkPlacement.in(vpc, subnets))
              .database(database.in(this))
              .routes(
                  Routes.of(
                      Route.of("orders", Destination.topic(orders)).format("ENVELOPE"),
                      Route.of("*", Destination.bus(bus))))
              .build());
    }
  }

  /** In one stack nothing else says that the cluster's address comes before its writer. */
  @Test
  void migrationWaitsForTheClustersWriter() {
    Stack stack = new Stack(new App(), "One");
    IsolatedNetwork network =
        new IsolatedNetwork(stack, "Network", 2, 1, new IsolatedNetwork.Access(Set.of(), Set.of()));
    AuroraPostgres aurora =
        new AuroraPostgres(
            stack,
            "Aurora",
            network.place().network().orElseThrow(),
            new AuroraPostgres.Capacity(0.5, 1, 0),
            RemovalPolicy.DESTROY);
    new Sluice(
        stack,
        "Outbox",
        SluiceProps.builder("shop", FunctionCode.jar(Synthesised.code(), true))
            .place(network.place())
            .database(aurora.database())
            .build());
    Template template = Template.fromStack(stack);
    String writer = template.findResources("AWS::RDS::DBInstance").keySet().iterator().next();
    assertThat(template.findResources("Custom::Trigger").values())
        .singleElement()
        .satisfies(trigger -> assertThat(trigger.get("DependsOn")).asString().contains(writer));
  }

  @Test
  void constructBringsItsFunctionsAndTakesTheDatabase() {
    Template template = Template.fromStack(new Shop(new App(), Synthesised.code()));
    assertThat(template.findResources("AWS::Lambda::Function")).hasSizeGreaterThan(2);
    assertThat(template.findResources("AWS::Scheduler::Schedule")).isNotEmpty();
    assertThat(template.findResources("AWS::RDS::DBInstance")).isEmpty();
  }
}
