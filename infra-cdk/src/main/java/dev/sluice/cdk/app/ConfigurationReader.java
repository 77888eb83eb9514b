package dev.sluice.cdk.app;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.cdk.AlarmThresholds;
import dev.sluice.cdk.AlarmTopic.Slack;
import dev.sluice.cdk.RelaySettings;
import dev.sluice.cdk.SluiceAlarms;
import dev.sluice.cdk.app.Configuration.AlarmChoice;
import dev.sluice.cdk.app.Configuration.NetworkChoice;
import dev.sluice.cdk.app.Configuration.RouteChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads a configuration's JSON, and tells all that is wrong with it at once. */
final class ConfigurationReader {

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,30}");
  private static final List<String> POLICIES =
      List.of("format", "order", "onDead", "retry", "maxAttempts");

  private final Fields fields;

  private ConfigurationReader(Fields fields) {
    this.fields = fields;
  }

  static Configuration read(Path file) {
    try {
      return parse(Files.readString(file));
    } catch (IOException e) {
      throw new FaultyConfigurationException(List.of(file + " cannot be read: " + e.getMessage()));
    }
  }

  static Configuration parse(String json) {
    Fields fields = Fields.of(object(json));
    Configuration configuration = new ConfigurationReader(fields).configuration();
    if (!fields.faults().isEmpty()) {
      throw new FaultyConfigurationException(fields.faults());
    }
    return configuration;
  }

  private static Map<String, Object> object(String json) {
    try {
      return JSON.std.mapFrom(json);
    } catch (IOException e) {
      throw new FaultyConfigurationException(List.of("it is no JSON object: " + e.getMessage()));
    }
  }

  private Configuration configuration() {
    String name = fields.text("name", "sluice");
    if (!NAME.matcher(name).matches()) {
      fields.fault("name", "must be of small letters, digits and hyphens, 31 at the most");
    }
    Stage stage = fields.choice("stage", Stage.DEV);
    NetworkChoice network = network();
    Configuration configuration =
        new Configuration(
            name,
            stage,
            fields.optional("account"),
            fields.optional("region"),
            fields.textMap("tags"),
            network,
            DatabaseReader.read(fields, stage),
            KafkaReader.read(fields),
            routes(),
            relay(stage),
            fields.object("relay").flag("snapStart", true),
            alarms(stage));
    fields.refuseUnknown();
    new ConfigurationChecks(configuration, fields).run();
    return configuration;
  }

  private NetworkChoice network() {
    Fields network = fields.object("network");
    NetworkChoice choice =
        switch (network.text("kind", "new")) {
          case "new" -> new NetworkChoice.New(network.number("zones", 2, 2, 6));
          case "existing" ->
              new NetworkChoice.Existing(
                  network.text("vpcId"), network.texts("zones"), network.texts("subnetIds"));
          case "none" -> new NetworkChoice.None();
          default -> {
            network.fault("kind", "must be new, existing or none");
            yield new NetworkChoice.None();
          }
        };
    if (choice instanceof NetworkChoice.Existing there
        && (there.zones().isEmpty() || there.zones().size() != there.subnetIds().size())) {
      network.fault("subnetIds", "must name one subnet for each of zones, in their order");
    }
    network.refuseUnknown();
    return choice;
  }

  private List<RouteChoice> routes() {
    return fields.objects("routes").stream().map(ConfigurationReader::route).toList();
  }

  private static RouteChoice route(Fields route) {
    String stream = route.text("stream");
    List<RouteChoice.Kind> kinds =
        List.of(RouteChoice.Kind.values()).stream().filter(kind -> route.has(field(kind))).toList();
    if (kinds.size() != 1) {
      route.fault("", "must have one of topic, queue, bus and kafka");
    }
    RouteChoice.Kind kind = kinds.isEmpty() ? RouteChoice.Kind.TOPIC : kinds.getFirst();
    String target = kinds.isEmpty() ? "" : route.text(field(kind));
    Map<String, Object> policies = new LinkedHashMap<>();
    for (String name : POLICIES) {
      Object value = route.find(name);
      if (value != null) {
        policies.put(name, value);
      }
    }
    int partitions = route.number("partitions", 12, 1, 1000);
    Optional<String> keyArn = route.optional("keyArn");
    boolean encrypted = kind == RouteChoice.Kind.TOPIC || kind == RouteChoice.Kind.QUEUE;
    if (keyArn.isPresent() && !(encrypted && target.startsWith("arn:"))) {
      route.fault("keyArn", "is of a topic or queue that exists; name that by its ARN");
    }
    route.refuseUnknown();
    return new RouteChoice(stream, kind, target, partitions, policies, keyArn);
  }

  private static String field(RouteChoice.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private RelaySettings relay(Stage stage) {
    Fields relay = fields.object("relay");
    RelaySettings defaults = RelaySettings.DEFAULTS;
    Mode mode = relay.choice("mode", stage.isTrial() ? Mode.DRAIN : Mode.LOOP);
    int least = mode == Mode.LOOP ? RelaySettings.LEAST_LOOP_TIMEOUT : 10;
    int reserved = relay.number("reservedConcurrency", -1, 0, 1000);
    relay.flag("snapStart", true);
    RelaySettings settings =
        new RelaySettings(
            relay.number("lanes", 1, 1, RelaySettings.MOST_LANES),
            mode.name(),
            relay.number("everyMinutes", 1, 1, 60),
            relay.number("measureEveryMinutes", 1, 1, 60),
            relay.number("memory", defaults.memory(), 256, 10_240),
            relay.number("timeoutSeconds", defaults.timeoutSeconds(), least, 900),
            Optional.of(reserved).filter(count -> count >= 0),
            relay.flag("routesInParameter", false),
            relay.flag("metricsByStream", false),
            relay.textMap("environment"));
    relay.refuseUnknown();
    return settings;
  }

  private enum Mode {
    LOOP,
    DRAIN
  }

  private AlarmChoice alarms(Stage stage) {
    Fields alarms = fields.object("alarms");
    AlarmThresholds usual = AlarmThresholds.DEFAULTS;
    int most = Integer.MAX_VALUE;
    AlarmThresholds thresholds =
        new AlarmThresholds(
            alarms.number("pending", usual.pending(), 1, most),
            alarms.number("failed", usual.failed(), 1, most),
            alarms.number("oldestPendingSeconds", usual.oldestPendingSeconds(), 1, most),
            alarms.number("silentTurns", usual.silentTurns(), 1, 60));
    String runbooks = alarms.text("runbooks", SluiceAlarms.Settings.DEFAULTS.runbooks());
    boolean composite = alarms.flag("composite", true);
    boolean encrypted = alarms.flag("encrypted", !stage.isTrial());
    List<String> emails = alarms.texts("emails");
    Optional<Slack> slack = Optional.empty();
    if (alarms.has("slack")) {
      Fields channel = alarms.object("slack");
      slack = Optional.of(new Slack(channel.text("workspaceId"), channel.text("channelId")));
      channel.refuseUnknown();
    }
    alarms.refuseUnknown();
    return new AlarmChoice(
        emails, slack, encrypted, new SluiceAlarms.Settings(thresholds, runbooks, composite));
  }
}
