package dev.sluice.cdk.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/** The jar with a program that starts it, for emulators that know no Java runtime. */
final class Bootstrap {

  private static final String PROGRAM =
      """
      #!/bin/sh
      exec java --enable-native-access=ALL-UNNAMED -cp "$LAMBDA_TASK_ROOT/sluice.jar" \\
        com.amazonaws.services.lambda.runtime.api.client.AWSLambda "$_HANDLER"
      """;

  private Bootstrap() {}

  static Path around(Path jar, Path directory) {
    try {
      Files.createDirectories(directory);
      Files.copy(jar, directory.resolve("sluice.jar"), StandardCopyOption.REPLACE_EXISTING);
      Path program = Files.writeString(directory.resolve("bootstrap"), PROGRAM);
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot prepare the functions' code in " + directory, e);
    }
  }
}
