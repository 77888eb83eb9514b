package dev.sluice.cdk.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Emulator;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

final class CdkDeploymentIT extends DeploymentContract {

  private static final String SECOND = "shop-dev-relay";

  @Override
  Deployment deployment(Emulator emulator, ShopDatabase database, String secretArn)
      throws IOException {
    return new CdkDeployment(Path.of("target", "deployment", "cdk"), emulator, database, secretArn);
  }

  /**
   * @param relay settings of it, each with a comma behind it
   */
  private Deployment.Attempt deploySecond(String step, String relay) throws InterruptedException {
    return ((CdkDeployment) deployment())
        .deploy(
            step,
            configuration ->
                configuration
                    .replace("\"stage\": \"test\"", "\"stage\": \"dev\"")
                    .replace("\"relay\": {", "\"relay\": {" + relay));
  }

  /** All its names are its own, also those that AWS insists on. */
  @Test
  @Order(11)
  void secondStageStandsBesideTheFirst() throws InterruptedException {
    Deployment.Attempt attempt = deploySecond("dev", "");

    assertThat(attempt.succeeded()).as(attempt.output()).isTrue();
    assertThat(stackStatus(SECOND)).isEqualTo("CREATE_COMPLETE");
    assertThat(stackStatus(deployment().stack())).isEqualTo("CREATE_COMPLETE");
  }

  /** Going back migrates nothing. */
  @Test
  @Order(12)
  void rollbackSucceedsWhileTheDatabaseIsDown() throws InterruptedException {
    database().close();

    Deployment.Attempt attempt =
        deploySecond("dev-later", "\"environment\": {\"SLUICE_RETENTION\": \"14d\"}, ");

    assertThat(attempt.succeeded()).as(attempt.output()).isFalse();
    assertThat(attempt.output()).contains("the migration cannot log in to SLUICE_DB_URL");
    assertThat(stackStatus(SECOND)).as(attempt.output()).isEqualTo("UPDATE_ROLLBACK_COMPLETE");
  }
}
