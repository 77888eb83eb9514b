package dev.sluice.cdk.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * template.yaml for an emulator without a Java runtime: another runtime with the jar and a program
 * that starts it, therefore no SnapStart, and nothing else.
 */
public final class SamEmulation {

  private SamEmulation() {}

  /** The template, with its code beside it. */
  public static Path in(Path directory) throws IOException {
    Bootstrap.around(
        SamCli.REPOSITORY.resolve("lambda/target/sluice.jar"), directory.resolve("code"));
    return Files.writeString(
        directory.resolve("template.yaml"), of(Files.readString(SamCli.TEMPLATE)));
  }

  static String of(String template) {
    return template
        .replace("CodeUri: lambda/target/sluice.jar\n", "CodeUri: code\n")
        .replace("Runtime: java25\n", "Runtime: provided.al2023\n")
        .replace("      SnapStart: {ApplyOn: PublishedVersions}\n", "");
  }
}
