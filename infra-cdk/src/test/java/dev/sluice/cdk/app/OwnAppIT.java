package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cdk.Destination;
import dev.sluice.cdk.ExistingDatabase;
import dev.sluice.cdk.FunctionCode;
import dev.sluice.cdk.NetworkPlacement;
import dev.sluice.cdk.Route;
import dev.sluice.cdk.Routes;
import dev.sluice.cdk.Sluice;
import dev.sluice.cdk.SluiceProps;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
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

  @Test
  void constructBringsItsFunctionsAndTakesTheDatabase() {
    Template template = Template.fromStack(new Shop(new App(), Synthesised.code()));
    assertThat(template.findResources("AWS::Lambda::Function")).hasSizeGreaterThan(2);
    assertThat(template.findResources("AWS::Scheduler::Schedule")).isNotEmpty();
    assertThat(template.findResources("AWS::RDS::DBInstance")).isEmpty();
  }
}
