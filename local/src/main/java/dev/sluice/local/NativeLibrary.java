package dev.sluice.local;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The runtime client's native library, unpacked for one process. Left to itself the client unpacks
 * it to one fixed place under /tmp; in AWS every environment has its own, but here functions that
 * start at the same time would load what another is just writing, and die of it.
 */
final class NativeLibrary {

  private static final String PROPERTY =
      "com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI";

  private NativeLibrary() {}

  static Optional<Path> unpack(List<Path> classpath) {
    String architecture = System.getProperty("os.arch").equals("aarch64") ? "aarch_64" : "x86_64";
    String name = "jni/libaws-lambda-jni.linux-" + architecture + ".so";
    return classpath.stream()
        .filter(Files::isRegularFile)
        .flatMap(jar -> unpack(jar, name).stream())
        .findFirst();
  }

  private static Optional<Path> unpack(Path jar, String name) {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry entry = zip.getEntry(name);
      if (entry == null) {
        return Optional.empty();
      }
      File library = File.createTempFile("sluice-runtime-", ".so");
      library.deleteOnExit();
      Files.copy(zip.getInputStream(entry), library.toPath(), StandardCopyOption.REPLACE_EXISTING);
      return Optional.of(library.toPath());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unpack the runtime client's library", e);
    }
  }

  static String argument(Path library) {
    return "-D" + PROPERTY + "=" + library;
  }
}
