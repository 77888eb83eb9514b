package dev.sluice.cdk.cost;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The cost of servers that run by the hour whether anything happens or not: databases, proxies and
 * brokers.
 */
record ServerLines(Prices prices, List<Resource> all) {

  private static final String DATABASE_HOUR = "databaseHour";
  private static final String INSTANCE = "AWS::RDS::DBInstance";
  private static final String SERVERLESS = "db.serverless";

  Stream<Line> ofInstance(Resource instance) {
    String type = instance.text("DBInstanceClass");
    if (type.equals(SERVERLESS)) {
      return Stream.of(units());
    }
    int zones = instance.is("MultiAZ") ? 2 : 1;
    double gigabytes = instance.number("AllocatedStorage");
    String where = zones == 1 ? "" : " in two zones";
    return Stream.of(
        new Line(
            Part.DATABASE,
            type + where,
            zones * Workload.HOURS * prices.hour(DATABASE_HOUR, type.substring("db.".length()))),
        new Line(
            Part.DATABASE,
            String.format(Locale.ROOT, "%.0f GB of storage%s", gigabytes, where),
            zones * gigabytes * prices.of("databaseGigabyteMonth")));
  }

  /** One instance of a cluster at its least, or asleep between the turns of the functions. */
  private Line units() {
    double least = of("AWS::RDS::DBCluster").findFirst().map(ServerLines::least).orElse(0.0);
    double units = least > 0 ? least : Workload.AWAKE_UNITS;
    double hours = least > 0 ? Workload.HOURS : Workload.HOURS * awakeShare();
    String why = least > 0 ? "" : " (6 minutes a turn)";
    return new Line(
        Part.DATABASE,
        String.format(Locale.ROOT, "Aurora, %.1f units for %.0f h%s", units, hours, why),
        units * hours * prices.of("auroraUnitHour"));
  }

  private static double least(Resource cluster) {
    return cluster.number("ServerlessV2ScalingConfiguration", "MinCapacity");
  }

  private double awakeShare() {
    double often =
        of("AWS::Scheduler::Schedule")
            .mapToDouble(schedule -> Turns.of(schedule).minutes())
            .min()
            .orElse(Workload.MINUTES);
    return Math.min(1, Workload.AWAKE_MINUTES / often);
  }

  Stream<Line> ofCluster() {
    return Stream.of(
        new Line(
            Part.DATABASE,
            String.format(Locale.ROOT, "%.0f GB of Aurora storage", Workload.AURORA_GIGABYTES),
            Workload.AURORA_GIGABYTES * prices.of("auroraGigabyteMonth")));
  }

  /** By the processors of the instance behind it, or by the units of a cluster, eight at least. */
  Stream<Line> ofProxy() {
    String type = of(INSTANCE).findFirst().map(found -> found.text("DBInstanceClass")).orElse("");
    double hour =
        type.equals(SERVERLESS)
            ? 8 * prices.of("proxyUnitHour")
            : Prices.processors(type) * prices.of("proxyProcessorHour");
    return Stream.of(new Line(Part.DATABASE, "RDS Proxy", Workload.HOURS * hour));
  }

  Stream<Line> ofBrokers(Resource cluster) {
    double brokers = cluster.number("NumberOfBrokerNodes");
    String type = cluster.text("BrokerNodeGroupInfo", "InstanceType");
    double gigabytes =
        cluster.number("BrokerNodeGroupInfo", "StorageInfo", "EBSStorageInfo", "VolumeSize");
    return Stream.of(
        new Line(
            Part.KAFKA,
            String.format(Locale.ROOT, "%.0f brokers %s", brokers, type),
            brokers * Workload.HOURS * prices.hour("kafkaHour", type.substring("kafka.".length()))),
        new Line(
            Part.KAFKA,
            String.format(Locale.ROOT, "%.0f GB of storage", brokers * gigabytes),
            brokers * gigabytes * prices.of("kafkaGigabyteMonth")));
  }

  Stream<Line> ofServerlessKafka() {
    double hour =
        prices.of("kafkaServerlessHour")
            + Workload.PARTITIONS * prices.of("kafkaServerlessPartitionHour");
    double in = Workload.EVENTS * Workload.EVENT_GIGABYTES * prices.of("kafkaServerlessGigabyteIn");
    return Stream.of(
        new Line(
            Part.KAFKA,
            "MSK Serverless with %d partitions".formatted(Workload.PARTITIONS),
            Workload.HOURS * hour),
        new Line(Part.KAFKA, "events written to it", in));
  }

  private Stream<Resource> of(String type) {
    return all.stream().filter(resource -> resource.type().equals(type));
  }
}
