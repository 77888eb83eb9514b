package dev.sluice.kafka;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * KAFKA_BOOTSTRAP_SERVERS: host:port, separated by commas. Names are resolved on first use only.
 */
final class BootstrapServers {

  private static final String VARIABLE = "KAFKA_BOOTSTRAP_SERVERS";
  private static final Pattern SERVER =
      Pattern.compile(
          "(?:[a-zA-Z][a-zA-Z0-9+._-]*://)?(\\[[0-9a-fA-F:.%]+]|[a-zA-Z0-9._-]+):(\\d{1,5})");
  private static final int HIGHEST_PORT = 65_535;

  private BootstrapServers() {}

  static List<String> faults(Map<String, String> environment) {
    String servers = environment.getOrDefault(VARIABLE, "").strip();
    if (servers.isEmpty()) {
      return List.of(VARIABLE + " is missing: name the brokers as host:port,host:port");
    }
    return Arrays.stream(servers.split(",", -1))
        .map(String::strip)
        .filter(server -> !isServer(server))
        .map(server -> VARIABLE + ": '" + server + "' is not host:port")
        .toList();
  }

  private static boolean isServer(String server) {
    var match = SERVER.matcher(server);
    if (!match.matches()) {
      return false;
    }
    int port = Integer.parseInt(match.group(2));
    return port >= 1 && port <= HIGHEST_PORT;
  }
}
