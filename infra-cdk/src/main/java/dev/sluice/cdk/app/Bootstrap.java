package dev.sluice.cdk.app;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.ZipFile;

/** The jar with a program that starts it, for emulators that know no Java runtime. */
final class Bootstrap {

  /**
   * Left to itself the runtime client unpacks its library to one fixed place under /tmp. Functions
   * that start at the same time on one machine would load what another is just writing, and die.
   */
  private static final String PROGRAM =
      """
      #!/bin/sh
      exec java --enable-native-access=ALL-UNNAMED \\
        "-Dcom.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI=$LAMBDA_TASK_ROOT/runtime.so" \\
        -cp "$LAMBDA_TASK_ROOT/sluice.jar" com.amazonaws.services.lambda.runtime.api.client.AWSLambda "$_HANDLER"
      """;

  private Bootstrap() {}

  static Path around(Path jar, Path directory) {
    try {
      Files.createDirectories(directory);
      Files.copy(jar, directory.resolve("sluice.jar"), StandardCopyOption.REPLACE_EXISTING);
      unpackLibrary(jar, directory.resolve("runtime.so"));
      Path program = Files.writeString(directory.resolve("bootstrap"), PROGRAM);
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot prepare the functions' code in " + directory, e);
    }
  }

  private static void unpackLibrary(Path jar, Path library) throws IOException {
    String architecture = System.getProperty("os.arch").equals("aarch64") ? "aarch_64" : "x86_64";
    String name = "jni/libaws-lambda-jni.linux-" + architecture + ".so";
    try (ZipFile zip = new ZipFile(jar.toFile());
        InputStream content = zip.getInputStream(zip.getEntry(name))) {
      Files.copy(content, library, StandardCopyOption.REPLACE_EXISTING);
    }
  }
}
