package dev.sluice.emulators;

import java.net.URI;
import java.util.Map;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;

/** LocalStack in a container, which Testcontainers removes also when this JVM is killed. */
final class DockerEmulator implements Emulator {

  /** The last tag that needs no account. */
  private static final String VERSION = "4.14.0";

  private static final Map<String, String> SETTINGS =
      Map.of(
          "DISABLE_EVENTS", "1",
          "SKIP_SSL_CERT_DOWNLOAD", "1",
          "SQS_ENDPOINT_STRATEGY", "dynamic");

  private final LocalStackContainer container;
  private final AtExit atExit = new AtExit("sluice-close-localstack", this::stop);

  private DockerEmulator(LocalStackContainer container) {
    this.container = container;
  }

  /** A docker client on the PATH proves nothing. */
  static boolean engineAnswers() {
    return DockerClientFactory.instance().isDockerAvailable();
  }

  static DockerEmulator start() {
    DockerImageName image = DockerImageName.parse("localstack/localstack").withTag(VERSION);
    DockerEmulator emulator = new DockerEmulator(new LocalStackContainer(image));
    emulator.container.withEnv(SETTINGS);
    emulator.atExit.arm();
    try {
      emulator.container.start();
      return emulator;
    } catch (RuntimeException e) {
      emulator.close();
      throw e;
    }
  }

  @Override
  public URI endpoint() {
    return container.getEndpoint();
  }

  @Override
  public String name() {
    return "LocalStack " + VERSION + " in Docker";
  }

  @Override
  public void close() {
    atExit.closeNow();
  }

  private void stop() {
    container.stop();
  }
}
