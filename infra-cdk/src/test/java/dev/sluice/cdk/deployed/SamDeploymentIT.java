package dev.sluice.cdk.deployed;

import dev.sluice.emulators.Emulator;
import java.io.IOException;
import java.nio.file.Path;

final class SamDeploymentIT extends DeploymentContract {

  @Override
  Deployment deployment(Emulator emulator, ShopDatabase database, String secretArn)
      throws IOException {
    return new SamDeployment(Path.of("target", "deployment", "sam"), emulator, database, secretArn);
  }
}
