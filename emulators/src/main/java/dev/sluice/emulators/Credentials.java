package dev.sluice.emulators;

/** What emulators take for credentials, where the SDK's default chain looks first. */
public final class Credentials {

  private Credentials() {}

  public static void provide() {
    System.setProperty("aws.accessKeyId", "test");
    System.setProperty("aws.secretAccessKey", "test");
  }
}
