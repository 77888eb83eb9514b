package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cdk.app.Template.Resource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

final class DataIT {

  static final List<String> MADE = List.of("minimal", "everything", "aurora-drain");

  @ParameterizedTest
  @FieldSource("MADE")
  void databaseIsEncryptedAndTakesIamLoginsByTlsOnly(String configuration) {
    Resource server = server(configuration);
    assertThat(server.at("StorageEncrypted")).isEqualTo(true);
    assertThat(server.at("EnableIAMDatabaseAuthentication")).isEqualTo(true);
    assertThat(parameters(configuration).at("Parameters", "rds.force_ssl")).isEqualTo("1");
  }

  @ParameterizedTest
  @FieldSource("MADE")
  void masterLogsInByIamAndHasNoPassword(String configuration) {
    assertThat(server(configuration).at("MasterUserAuthenticationType")).isEqualTo("iam-db-auth");
    assertThat(server(configuration).at("ManageMasterUserPassword")).isNull();
    assertThat(server(configuration).at("MasterUserPassword")).isNull();
    assertThat(data(configuration).body().toString())
        .doesNotContain("unused")
        .doesNotContainIgnoringCase("secret");
  }

  /** A release that is named is withdrawn one day, and then nothing deploys any more. */
  @ParameterizedTest
  @FieldSource("MADE")
  void onlyTheMajorVersionIsChosenHere(String configuration) {
    assertThat(server(configuration).at("EngineVersion")).isEqualTo("17");
    assertThat(parameters(configuration).at("Family")).isIn("postgres17", "aurora-postgresql17");
  }

  @Test
  void stageDecidesWhatDeletingLeavesBehind() {
    assertThat(server("everything").body()).containsEntry("DeletionPolicy", "Snapshot");
    assertThat(server("everything").at("DeletionProtection")).isEqualTo(true);
    assertThat(server("minimal").body()).containsEntry("DeletionPolicy", "Delete");
  }

  @Test
  void auroraMaySleep() {
    assertThat(server("aurora-drain").at("ServerlessV2ScalingConfiguration", "MinCapacity"))
        .isEqualTo(0);
  }

  /** From the function to the proxy and on to the database; no secret on the way. */
  @Test
  void proxyPassesIamOn() {
    Resource proxy = data("everything").only("AWS::RDS::DBProxy");
    assertThat(proxy.at("DefaultAuthScheme")).isEqualTo("IAM_AUTH");
    assertThat(proxy.at("RequireTLS")).isEqualTo(true);
    assertThat(data("everything").body().toString())
        .contains("/outbox_relay")
        .contains("/outbox_operator");
  }

  /** Where a newcomer finds what was made, and how an application gets in. */
  @ParameterizedTest
  @FieldSource("MADE")
  void outputsNameTheDatabase(String configuration) {
    assertThat(data(configuration).outputs()).contains("DatabaseUrl", "DatabaseSecurityGroup");
  }

  @Test
  void applicationsAreLetInByTheirSecurityGroups() {
    assertThat(data("everything").resources("AWS::EC2::SecurityGroupIngress"))
        .filteredOn(rule -> "sg-0123456789abcdef0".equals(rule.at("SourceSecurityGroupId")))
        .singleElement()
        .satisfies(rule -> assertThat(rule.at("FromPort")).isEqualTo(5432));
  }

  private static Resource server(String configuration) {
    String type =
        configuration.startsWith("aurora") ? "AWS::RDS::DBCluster" : "AWS::RDS::DBInstance";
    return data(configuration).only(type);
  }

  private static Resource parameters(String configuration) {
    String kind =
        configuration.startsWith("aurora") ? "DBClusterParameterGroup" : "DBParameterGroup";
    return data(configuration).only("AWS::RDS::" + kind);
  }

  private static Template data(String configuration) {
    return Synthesised.of(configuration).stack("Data");
  }
}
