package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigurationFaultsTest {

  private static final String ROUTES = "\"routes\": [{\"stream\": \"*\", \"topic\": \"events\"}]";

  static Stream<Arguments> faults() {
    return Stream.of(
        fault("\"nmae\": \"shop\"", "nmae is unknown; known here are [$schema, account, alarms,"),
        fault("\"name\": null", "name must be of small letters"),
        fault("\"account\": 123456789012", "account must be an account's 12 digits, in quotes"),
        fault("\"region\": \"Frankfurt\"", "region must be a region, such as eu-central-1"),
        fault("\"tags\": {\"cost\": 1}", "tags.cost must be a text"),
        fault("\"network\": []", "network must be an object"),
        fault("\"network\": {\"kind\": \"mine\"}", "network.kind is 'mine'; choose one of [new,"),
        fault(
            "\"network\": {\"vpcId\": \"vpc-1\"}",
            "network.vpcId is unknown; known here are [kind, zones]"),
        fault(
            "\"network\": {\"kind\": \"existing\", \"vpcId\": \"vpc-1\", \"zones\": [], \"subnetIds\": []}",
            "network.zones must be a list of at least one zone, such as eu-central-1a\n"
                + "  network.subnetIds must be a list of at least one subnet's id"),
        fault(
            "\"network\": {\"kind\": \"existing\", \"vpcId\": \"vpc-1\", \"zones\": [\"a\", \"b\"], \"subnetIds\": [\"s\"]}",
            "network.subnetIds must name one subnet for each of zones, in their order"),
        fault(
            "\"database\": {\"storageGiB\": 20.5}",
            "database.storageGiB must be a whole number from 20 to 65536"),
        fault("\"database\": {\"proxy\": \"yes\"}", "database.proxy must be true or false"),
        fault(
            "\"database\": {\"clientSecurityGroupIds\": [\"shop\"]}",
            "database.clientSecurityGroupIds[0] must be the id of a security group, such as sg-"),
        fault(
            "\"database\": {\"kind\": \"aurora\", \"mostUnits\": 0.5}",
            "database.mostUnits must be a number from 1 to 256"),
        fault(
            existing("\"migration\": {\"user\": \"u\", \"keyArn\": \"arn:k\"}"),
            "database.migration.keyArn is of the secret"),
        fault(
            existing("\"port\": 5432"),
            "database.migration is missing: The login of the migration"),
        fault(
            "\"relay\": {\"mode\": \"drain\"}",
            "relay.mode is 'drain'; choose one of [LOOP, DRAIN]"),
        fault(
            "\"alarms\": {\"slack\": {\"workspaceId\": \"T0\"}}",
            "alarms.slack.channelId is missing: The channel's id"),
        fault("\"alarms\": {\"runbooks\": \" \"}", "alarms.runbooks must begin with https://"));
  }

  private static Arguments fault(String fields, String message) {
    return argumentSet(message, fields, message);
  }

  private static String existing(String fields) {
    return "\"database\": {\"kind\": \"existing\", \"host\": \"h\", \"name\": \"n\", \"resourceId\": \"db-A\", %s}"
        .formatted(fields);
  }

  @ParameterizedTest
  @MethodSource("faults")
  void faultNamesItsFieldAndTheFix(String fields, String message) {
    String count = message.contains("\n") ? "2 faults" : "a fault";
    assertThatThrownBy(() -> ConfigurationReader.parse("{%s, %s}".formatted(fields, ROUTES)))
        .isInstanceOf(FaultyConfigurationException.class)
        .hasMessageContaining("has " + count + ":\n  " + message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"name\": }", "{\"name\": \"a\", \"name\": \"b\"}", "{} {}", "routes"})
  void whatIsNoJsonIsAFaultWithItsPlace(String json) {
    assertThatThrownBy(() -> ConfigurationReader.parse(json))
        .isInstanceOf(FaultyConfigurationException.class)
        .hasMessageMatching(
            "(?s)The configuration has a fault:\n  it is no JSON: .+, in line 1, column \\d+");
  }
}
