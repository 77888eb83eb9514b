package dev.sluice.emulators;

import java.net.URI;

/** An emulator that the whole build shares; it ends with the build. */
record BuildEmulator(String name, URI endpoint) implements Emulator {

  @Override
  public void close() {}
}
