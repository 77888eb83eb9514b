package dev.sluice.cdk.app;

import io.github.cdklabs.cdknag.AwsSolutionsChecks;
import io.github.cdklabs.cdknag.ServerlessChecks;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Validations;

/** cdk-nag's rules, a violation of which fails the synthesis. */
final class Nag {

  private Nag() {}

  static void attach(App app) {
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
  }
}
