package dev.sluice.local;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the functions' jar lies: what the property sluice.jar says, or in the project around the
 * working directory.
 */
public final class SluiceJar {

  private static final String IN_PROJECT = "lambda/target/sluice.jar";

  private SluiceJar() {}

  public static Path find() {
    String given = System.getProperty("sluice.jar");
    if (given != null) {
      return Path.of(given);
    }
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path jar = at.resolve(IN_PROJECT);
      if (Files.isRegularFile(jar)) {
        return jar;
      }
    }
    throw new IllegalStateException(
        IN_PROJECT + " is not there; build it with: mvn -q -pl lambda -am package -DskipTests");
  }
}
