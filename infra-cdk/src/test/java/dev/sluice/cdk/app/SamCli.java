package dev.sluice.cdk.app;

import dev.sluice.emulators.PythonPackages;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The SAM CLI from PyPI, which brings cfn-lint, and programs that are made of its code. */
public final class SamCli {

  public static final Path REPOSITORY = Objects.requireNonNull(Synthesised.PROJECT.getParent());
  static final Path TEMPLATE = REPOSITORY.resolve("template.yaml");

  /** Nobody's own profile or role; but it will not start without a region. */
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "AWS_DEFAULT_REGION", "eu-central-1",
          "AWS_ACCESS_KEY_ID", "nobody",
          "AWS_SECRET_ACCESS_KEY", "nothing",
          "AWS_CONFIG_FILE", "none",
          "AWS_SHARED_CREDENTIALS_FILE", "none",
          "AWS_EC2_METADATA_DISABLED", "true",
          "SAM_CLI_TELEMETRY", "0");

  private SamCli() {}

  /** What a program printed, and whether it held. */
  public record Ended(int exitCode, String output) {}

  public static Ended sam(Map<String, String> environment, String... arguments) {
    List<String> command = new ArrayList<>(List.of("-m", "samcli"));
    command.addAll(List.of(arguments));
    return python(environment, command);
  }

  /** A program of the tests' resources, which prints JSON. */
  static String program(String name, String... arguments) {
    List<String> command = new ArrayList<>(List.of("-c", resource(name)));
    command.addAll(List.of(arguments));
    Ended ended = python(Map.of(), command);
    if (ended.exitCode() != 0) {
      throw new AssertionError(name + ": " + ended.output());
    }
    return ended.output();
  }

  static Ended python(Map<String, String> environment, List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(
        PythonPackages.interpreter(
                "the SAM CLI", "aws-sam-cli", "aws-sam-cli", resource("aws-sam-cli.txt"))
            .toString());
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(REPOSITORY.toFile()).redirectErrorStream(true);
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("AWS_") || name.startsWith("SAM_CLI_"));
    builder.environment().putAll(ENVIRONMENT);
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      try (InputStream output = process.getInputStream()) {
        String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), text);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while Python ran", e);
    }
  }

  private static String resource(String name) {
    try (InputStream file = SamCli.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
