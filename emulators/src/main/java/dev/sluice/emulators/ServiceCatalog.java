package dev.sluice.emulators;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * LocalStack's index of all AWS operations. Its image has it built in; without it the first request
 * waits some seconds for it.
 */
final class ServiceCatalog {

  private static final String PLACE = "usr/lib/localstack";

  /** Shell, run where the virtual environment is $2. */
  static final String BUILD =
      """
      mkdir -p "$2"/%1$s
      FILESYSTEM_ROOT="$2" OVERRIDE_IN_DOCKER=0 "$2"/bin/python -m localstack.aws.spec
      """
          .formatted(PLACE);

  private ServiceCatalog() {}

  static void link(Path installation, Path root) {
    Path link = root.resolve(PLACE);
    try {
      Files.createDirectories(link.getParent());
      Files.createSymbolicLink(link, installation.resolve(PLACE));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot link " + link, e);
    }
  }
}
