package dev.sluice.emulators;

import java.net.URI;
import java.util.Map;

/** The AWS APIs at an endpoint of this machine. It never outlives this JVM. */
public sealed interface Emulator extends AutoCloseable
    permits HostEmulator, DockerEmulator, BuildEmulator, SharedEmulator {

  String ACCOUNT = "000000000000";
  String ACCESS_KEY_ID = "test";
  String SECRET_ACCESS_KEY = "test";

  URI endpoint();

  /** Which program runs, in which version and in which way. */
  String name();

  default String region() {
    return "us-east-1";
  }

  /** The SDKs' own variables, for a process that is to talk to this emulator. */
  default Map<String, String> environment() {
    return Map.of(
        "AWS_ENDPOINT_URL",
        endpoint().toString(),
        "AWS_REGION",
        region(),
        "AWS_ACCESS_KEY_ID",
        ACCESS_KEY_ID,
        "AWS_SECRET_ACCESS_KEY",
        SECRET_ACCESS_KEY);
  }

  /** Returns when no process and no file of it is left. A second call does nothing. */
  @Override
  void close();
}
