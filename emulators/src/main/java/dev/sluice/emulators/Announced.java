package dev.sluice.emulators;

import java.time.Duration;
import java.util.function.Supplier;

/** Says which emulator a test or a demo really got, and what waiting for it cost. */
final class Announced {

  private Announced() {}

  static Emulator start(Supplier<Emulator> start) {
    long began = System.nanoTime();
    Emulator emulator = start.get();
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    Progress.say(
        "%s at %s after %d ms".formatted(emulator.name(), emulator.endpoint(), took.toMillis()));
    return emulator;
  }
}
