package dev.sluice.emulators;

import java.nio.file.Path;

/** Installs packages, as an emulator's first use does. */
final class InstallingMain {

  private InstallingMain() {}

  public static void main(String[] arguments) {
    Path cache = Path.of(arguments[0]);
    System.out.println("installed " + TinyIndex.installation(cache, arguments[1]).interpreter());
  }
}
