package dev.sluice.cdk.cost;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The price of a resource by its type. */
record Pricing(Prices prices, FunctionLines functions, ServerLines servers) {

  static Pricing of(List<Resource> all, Prices prices) {
    return new Pricing(prices, new FunctionLines(prices, all), new ServerLines(prices, all));
  }

  /** Nothing where a type has no price here. */
  Optional<Stream<Line>> lines(Resource resource) {
    return Optional.ofNullable(
        switch (resource.type()) {
          case "AWS::Scheduler::Schedule" -> functions.ofSchedule(resource);
          case "AWS::Lambda::Function" -> functions.ofFunction(resource);
          case "AWS::RDS::DBInstance" -> servers.ofInstance(resource);
          case "AWS::RDS::DBCluster" -> servers.ofCluster();
          case "AWS::RDS::DBProxy" -> servers.ofProxy();
          case "AWS::MSK::Cluster" -> servers.ofBrokers(resource);
          case "AWS::MSK::ServerlessCluster" -> servers.ofServerlessKafka();
          case "AWS::EC2::VPCEndpoint" -> Stream.of(endpoint(resource));
          case "AWS::CloudWatch::Alarm" -> monthly(Part.ALARMS, "alarm", "alarmMonth");
          case "AWS::CloudWatch::CompositeAlarm" ->
              monthly(Part.ALARMS, "composite alarm", "compositeAlarmMonth");
          case "AWS::KMS::Key" -> monthly(Part.KEYS, "key of the alarm topic", "keyMonth");
          case "AWS::SecretsManager::Secret" -> monthly(Part.KEYS, "secret", "secretMonth");
          case "AWS::SSM::Parameter" ->
              monthly(Part.KEYS, "parameter, if it holds over 4 KB", "advancedParameterMonth");
          default -> null;
        });
  }

  private Stream<Line> monthly(Part part, String what, String price) {
    return Stream.of(new Line(part, what, prices.of(price)));
  }

  /** A gateway, such as that of S3, is in no subnet and free. */
  private Line endpoint(Resource endpoint) {
    int zones = endpoint.size("SubnetIds");
    String service = endpoint.text("ServiceName").replaceFirst(".*\\.", "");
    return new Line(
        Part.ENDPOINTS,
        String.format(Locale.ROOT, "%s in %d %s", service, zones, zones == 1 ? "zone" : "zones"),
        zones * Workload.HOURS * prices.of("endpointHourPerZone"));
  }
}
