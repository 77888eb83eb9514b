package dev.sluice.relay.aws;

/** What emulators take for credentials, where the SDK's default chain looks first. */
final class Credentials {

  private Credentials() {}

  static void provide() {
    System.setProperty("aws.accessKeyId", "test");
    System.setProperty("aws.secretAccessKey", "test");
  }
}
