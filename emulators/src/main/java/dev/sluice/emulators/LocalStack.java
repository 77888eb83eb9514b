package dev.sluice.emulators;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiFunction;

/** The strict emulator: it judges whether requests are such as AWS would take. */
public final class LocalStack {

  static final Program PROGRAM =
      new Program(
          "LocalStack",
          Requirements.named("localstack", "localstack-core", ServiceCatalog.BUILD),
          "localstack.runtime.main",
          "/_localstack/health",
          LocalStack::settings);

  private static final SharedEmulator SHARED =
      new SharedEmulator(() -> Announced.start(() -> startWherePossible(HostEmulator::shared)));

  private LocalStack() {}

  /** In Docker where an engine answers, otherwise from PyPI. */
  public static Emulator start() {
    return Announced.start(() -> startWherePossible(HostEmulator::start));
  }

  /** One for the whole build, started by its first use; in Docker, one for this JVM. */
  public static Emulator shared() {
    return SHARED.started();
  }

  private static Emulator startWherePossible(BiFunction<Program, String, Emulator> fromPyPi) {
    if (!DockerEmulator.engineAnswers()) {
      return fromPyPi.apply(PROGRAM, "Docker (no engine answers), or ");
    }
    try {
      return DockerEmulator.start();
    } catch (RuntimeException e) {
      Progress.say("LocalStack does not start in Docker, so from PyPI: " + e);
      return fromPyPi.apply(PROGRAM, "Docker (an engine answers, but see above), or ");
    }
  }

  private static Map<String, String> settings(int port, Program.Place place) {
    Path root = place.state().resolve("root");
    ServiceCatalog.link(place.installation(), root);
    return Map.of(
        "GATEWAY_LISTEN", "127.0.0.1:" + port,
        "FILESYSTEM_ROOT", root.toString(),
        // In a container it would take itself for its own image, and write to /var/lib/localstack.
        "OVERRIDE_IN_DOCKER", "0",
        // A queue's URL is to lead to where it was asked for.
        "SQS_ENDPOINT_STRATEGY", "dynamic",
        // It would ask the network for a certificate, for analytics and for names.
        "SKIP_SSL_CERT_DOWNLOAD", "1",
        "DISABLE_EVENTS", "1",
        "DNS_ADDRESS", "0");
  }
}
