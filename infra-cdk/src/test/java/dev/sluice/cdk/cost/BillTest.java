package dev.sluice.cdk.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BillTest {

  private static final Prices PRICES = Prices.read();

  private static Bill bill(Map<String, Object> resources) {
    return Bill.of(List.of(Map.of("Resources", resources)), PRICES);
  }

  private static Map<String, Object> resource(String type, Map<String, ?> properties) {
    return Map.of("Type", type, "Properties", properties);
  }

  private static Map<String, Object> instance(String type, boolean multiZone) {
    return resource(
        "AWS::RDS::DBInstance",
        Map.of("DBInstanceClass", type, "AllocatedStorage", "100", "MultiAZ", multiZone));
  }

  /** The sum would be wrong without a word. */
  @Test
  void resourceWhoseCostNobodyHasNamedIsRefused() {
    Map<String, Object> resources =
        Map.of(
            "Gateway", resource("AWS::EC2::NatGateway", Map.of()),
            "Table", resource("AWS::DynamoDB::Table", Map.of()),
            "Role", resource("AWS::IAM::Role", Map.of()));
    assertThatThrownBy(() -> bill(resources))
        .isInstanceOf(UnknownCostException.class)
        .hasMessageContaining("[AWS::DynamoDB::Table, AWS::EC2::NatGateway]")
        .hasMessageContaining("prices.json");
  }

  @Test
  void whatIsFreeCostsNothing() {
    assertThat(bill(Map.of("Role", resource("AWS::IAM::Role", Map.of()))).lines()).isEmpty();
  }

  @Test
  void whatIsPaidByItsUseIsNamed() {
    Bill bill = bill(Map.of("Topic", resource("AWS::SNS::Topic", Map.of())));
    assertThat(bill.total()).isZero();
    assertThat(bill.notIncluded())
        .contains("deliveries of topics, e-mails about alarms among them");
  }

  @ParameterizedTest
  @CsvSource({
    "db.t4g.micro, false, 0.016",
    "db.t4g.micro, true, 0.032",
    "db.m7g.large, false, 0.168",
    "db.m7g.xlarge, false, 0.336",
    "db.m7g.4xlarge, true, 2.688"
  })
  void databaseCostsItsHoursAndItsStorageInEachZone(String type, boolean zones, double hour) {
    assertThat(bill(Map.of("Database", instance(type, zones))).of(Part.DATABASE))
        .isCloseTo(730 * hour + (zones ? 200 : 100) * 0.115, within(0.001));
  }

  @Test
  void instanceWithoutAPriceIsRefusedByName() {
    assertThatThrownBy(() -> bill(Map.of("Database", instance("db.x9.large", false))))
        .isInstanceOf(UnknownCostException.class)
        .hasMessageStartingWith("there is no price of x9.large; add it to databaseHour in ")
        .hasMessageEndingWith("cost/prices.json");
  }

  @ParameterizedTest
  @CsvSource({"db.t4g.micro, 2", "db.m7g.large, 2", "db.m7g.4xlarge, 16", "db.serverless, 8"})
  void proxyCostsTheProcessorsBehindItOrEightUnits(String type, double count) {
    Map<String, Object> proxied = new LinkedHashMap<>();
    proxied.put("Proxy", resource("AWS::RDS::DBProxy", Map.of()));
    double without = bill(database(type)).total();
    proxied.putAll(database(type));
    assertThat(bill(proxied).total() - without).isCloseTo(730 * 0.015 * count, within(0.001));
  }

  private static Map<String, Object> database(String type) {
    return Map.of("Database", instance(type, false));
  }

  /** With units of its own it never sleeps; with none it is awake after each turn. */
  @ParameterizedTest
  @CsvSource({"0.5, 15, 365", "2, 15, 1460", "0, 15, 146", "0, 60, 36.5", "0, 1, 365"})
  void auroraCostsItsLeastUnitsWhileItIsAwake(double least, int minutes, double unitHours) {
    Map<String, Object> resources =
        new LinkedHashMap<>(relay("rate(%d minutes)".formatted(minutes)));
    resources.put("Writer", instance("db.serverless", false));
    resources.put(
        "Cluster",
        resource(
            "AWS::RDS::DBCluster",
            Map.of("ServerlessV2ScalingConfiguration", Map.of("MinCapacity", least))));
    assertThat(bill(resources).of(Part.DATABASE))
        .isCloseTo(unitHours * 0.12 + 10 * 0.10, within(0.01));
  }

  private static Map<String, Object> relay(String expression) {
    return relay("DRAIN", "Outbox", "[{\"destination\":\"sqs:", expression);
  }

  private static Map<String, Object> relay(
      String mode, String dimensions, String routes, String expression) {
    Map<String, Object> variables =
        Map.of(
            "SLUICE_MODE", mode,
            "SLUICE_METRIC_DIMENSIONS", dimensions,
            "SLUICE_ROUTES", Map.of("Fn::Join", List.of("", List.of(routes, "x\"}]"))));
    return Map.of(
        "Function",
            resource(
                "AWS::Lambda::Function",
                Map.of(
                    "Handler",
                    "dev.sluice.lambda.RelayHandler",
                    "MemorySize",
                    512,
                    "Timeout",
                    150,
                    "Environment",
                    Map.of("Variables", variables))),
        "Alias", resource("AWS::Lambda::Alias", Map.of("FunctionName", Map.of("Ref", "Function"))),
        "Schedule",
            resource(
                "AWS::Scheduler::Schedule",
                Map.of(
                    "ScheduleExpression",
                    expression,
                    "Target",
                    Map.of("Arn", Map.of("Ref", "Alias")))));
  }

  @Test
  void streamsCostMoneyOnlyWithMetricsOfTheirOwn() {
    String routes = "[{\"destination\":\"sqs:";
    String rate = "rate(1 minute)";
    double totals = bill(relay("DRAIN", "Outbox", routes, rate)).of(Part.METRICS);
    assertThat(bill(relay("DRAIN", "Outbox,Stream", routes, rate)).of(Part.METRICS) - totals)
        .as("ten metrics of three streams")
        .isCloseTo(9, within(0.001));
  }

  /**
   * 2.628 million events; EventBridge counts each, SQS and SNS ten in a request if they can wait.
   */
  @ParameterizedTest
  @CsvSource({
    "DRAIN, sqs, 0.10512",
    "LOOP, sqs, 1.0512",
    "DRAIN, sns, 0.1314",
    "DRAIN, eventbridge, 2.628",
    "LOOP, kafka, 0"
  })
  void eventsCostTheirRequests(String mode, String scheme, double dollars) {
    String routes = "[{\"stream\":\"*\",\"destination\":\"" + scheme + ":";
    assertThat(bill(relay(mode, "Outbox", routes, "rate(1 minute)")).of(Part.EVENTS))
        .isCloseTo(dollars, within(0.0001));
  }

  @Test
  void scheduleThatCannotBeCountedIsRefused() {
    assertThatThrownBy(() -> bill(relay("cron(0 2 ? * MON *)")))
        .isInstanceOf(UnknownCostException.class)
        .hasMessageContaining("Schedule is scheduled by cron(0 2 ? * MON *)");
  }

  @Test
  void equalLinesArePrintedOnceWithTheirNumber() {
    Map<String, Object> alarm = resource("AWS::CloudWatch::Alarm", Map.of());
    Bill bill = bill(Map.of("One", alarm, "Two", alarm, "Three", alarm));
    assertThat(new BillText("shop", bill, PRICES).toString())
        .startsWith("shop costs $0.30 a month\n")
        .containsPattern("alarms +3 x alarm +\\$0\\.30\n")
        .containsPattern("total +\\$0\\.30\n");
  }
}
