package dev.sluice.emulators;

import java.nio.file.Path;

/**
 * Other pinned programs from PyPI that tests run, installed beside the emulators, in the same way.
 */
public final class PythonPackages {

  private PythonPackages() {}

  /**
   * The Python that has them, installed if need be.
   *
   * @param name of the directory in the cache
   * @param mainPackage the one that people know, called {@code title}
   * @param requirements with a version for each package, those of the main one included
   */
  public static Path interpreter(
      String title, String name, String mainPackage, String requirements) {
    Requirements pinned = new Requirements(name, mainPackage, requirements, "");
    return Installation.inCache(pinned, new PackageBuilder(title, "")).interpreter();
  }
}
