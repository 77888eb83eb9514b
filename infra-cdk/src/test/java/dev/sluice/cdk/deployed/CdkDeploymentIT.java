package dev.sluice.cdk.deployed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.emulators.Emulator;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

final class CdkDeploymentIT extends DeploymentContract {

  private static final String SECOND = "shop-dev-relay";
  private static final String PROBES =
      "SELECT count(*) FROM outbox.audit WHERE action = 'probe' AND actor = 'deployment'";

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
  void secondStageStandsBesideTheFirst() throws InterruptedException, SQLException {
    assertThat(count(PROBES)).as("sent at the end of the first deployment").isEqualTo(1);
    Deployment.Attempt attempt = deploySecond("dev", "");

    assertThat(attempt.succeeded()).as(attempt.output()).isTrue();
    assertThat(stackStatus(SECOND)).isEqualTo("CREATE_COMPLETE");
    assertThat(stackStatus(deployment().stack())).isEqualTo("CREATE_COMPLETE");
    assertThat(count(PROBES)).isEqualTo(2);
  }

  /** The new relay is started before the probe is sent, and a rollback sends none. */
  @Test
  @Order(12)
  void releaseThatCannotWorkFailsItsDeployment() throws InterruptedException, SQLException {
    Deployment.Attempt attempt =
        deploySecond("dev-broken", "\"environment\": {\"SLUICE_BATCH\": \"0\"}, ");

    assertThat(attempt.succeeded()).as(attempt.output()).isFalse();
    assertThat(attempt.output()).contains("it must be a whole number from 1 to 10000");
    assertThat(stackStatus(SECOND)).as(attempt.output()).isEqualTo("UPDATE_ROLLBACK_COMPLETE");
    assertThat(count(PROBES)).isEqualTo(2);
  }

  /** Going back migrates nothing. */
  @Test
  @Order(13)
  void rollbackSucceedsWhileTheDatabaseIsDown() throws InterruptedException {
    database().close();

    Deployment.Attempt attempt =
        deploySecond("dev-later", "\"environment\": {\"SLUICE_RETENTION\": \"14d\"}, ");

    assertThat(attempt.succeeded()).as(attempt.output()).isFalse();
    assertThat(attempt.output()).contains("the migration cannot log in to SLUICE_DB_URL");
    assertThat(stackStatus(SECOND)).as(attempt.output()).isEqualTo("UPDATE_ROLLBACK_COMPLETE");
  }
}
