package dev.sluice.cdk.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** template.yaml for an emulator that has neither a Java runtime nor composite alarms. */
public final class SamEmulation {

  private SamEmulation() {}

  /** The template, with its code beside it. */
  public static Path in(Path directory) throws IOException {
    Bootstrap.around(
        SamCli.REPOSITORY.resolve("lambda/target/sluice.jar"),
        directory.resolve(SamPlatform.EMULATOR.code()));
    return Files.writeString(directory.resolve("template.yaml"), SamText.of(SamPlatform.EMULATOR));
  }
}
