package dev.sluice.cdk.deployed;

import dev.sluice.emulators.Emulator;
import java.io.IOException;
import java.nio.file.Path;

final class CdkDeploymentIT extends DeploymentContract {

  @Override
  Deployment deployment(Emulator emulator, ShopDatabase database, String secretArn)
      throws IOException {
    return new CdkDeployment(Path.of("target", "deployment", "cdk"), emulator, database, secretArn);
  }
}
