package dev.sluice.local;

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
    for (Path jar : classpath.stream().filter(Files::isRegularFile).toList()) {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        ZipEntry entry = zip.getEntry(name);
        if (entry != null) {
          Path library = Files.createTempFile("sluice-runtime-", ".so");
          library.toFile().deleteOnExit();
          Files.copy(zip.getInputStream(entry), library, StandardCopyOption.REPLACE_EXISTING);
          return Optional.of(library);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot unpack the runtime client's library", e);
      }
    }
    return Optional.empty();
  }

  static String argument(Path library) {
    return "-D" + PROPERTY + "=" + library;
  }
}
