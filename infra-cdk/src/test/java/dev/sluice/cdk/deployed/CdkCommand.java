package dev.sluice.cdk.deployed;

import dev.sluice.emulators.Emulator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The CDK's own command in the version that the documentation names, run where {@code cdk.json} is,
 * talking to an emulator.
 */
final class CdkCommand {

  private static final Pattern PIN = Pattern.compile("npx (aws-cdk@\\S+)");
  private static final List<Path> DOCUMENTS =
      List.of(Path.of("README.md"), Path.of("../docs/deploy.md"));

  private final Path directory;
  private final Emulator emulator;

  /**
   * @param directory to keep its output in
   */
  CdkCommand(Path directory, Emulator emulator) {
    this.directory = directory;
    this.emulator = emulator;
  }

  Deployment.Attempt run(String step, Duration atMost, String... arguments)
      throws InterruptedException {
    long began = System.nanoTime();
    List<String> command = new ArrayList<>(List.of("npx", "--yes", version()));
    command.addAll(List.of(arguments));
    command.addAll(List.of("--no-notices", "--ci", "--progress", "events"));
    Path log = directory.resolve("cdk-" + step + ".log");
    boolean succeeded = succeeds(command, log, atMost);
    Progress.say(
        "cdk %s %s after %d s; its output is in %s"
            .formatted(
                step,
                succeeded ? "succeeded" : "failed",
                Duration.ofNanos(System.nanoTime() - began).toSeconds(),
                log));
    return new Deployment.Attempt(succeeded, text(log));
  }

  private boolean succeeds(List<String> command, Path log, Duration atMost)
      throws InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    isolate(builder.environment());
    try {
      Process process = builder.start();
      if (process.waitFor(atMost.toSeconds(), TimeUnit.SECONDS)) {
        return process.exitValue() == 0;
      }
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      throw new AssertionError(
          "%s has not ended after %d s:%n%s".formatted(command, atMost.toSeconds(), text(log)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + command + "; Node and npm must be there", e);
    }
  }

  /** Nobody's own profile, role or endpoint: it would deploy there. */
  private void isolate(Map<String, String> environment) {
    environment.keySet().removeIf(name -> name.startsWith("AWS_") || name.startsWith("CDK_"));
    environment.putAll(emulator.environment());
    environment.put("AWS_ENDPOINT_URL_S3", emulator.endpoint().toString());
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("AWS_EC2_METADATA_DISABLED", "true");
    environment.put("AWS_CONFIG_FILE", directory.resolve("none").toString());
    environment.put("AWS_SHARED_CREDENTIALS_FILE", directory.resolve("none").toString());
  }

  /** As people are told to run it. */
  static String version() {
    TreeSet<String> named = new TreeSet<>();
    DOCUMENTS.forEach(document -> pins(document).forEach(named::add));
    if (named.size() != 1) {
      throw new AssertionError(DOCUMENTS + " name not one version of the CDK, but " + named);
    }
    return named.first();
  }

  private static Stream<String> pins(Path document) {
    return PIN.matcher(text(document)).results().map((MatchResult found) -> found.group(1));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
