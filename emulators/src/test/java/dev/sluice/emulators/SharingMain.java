package dev.sluice.emulators;

import java.io.IOException;

/** Uses the emulator of a build until this JVM is ended by another process. */
final class SharingMain {

  private SharingMain() {}

  public static void main(String[] arguments) throws IOException {
    Build build = new Build(ProcessHandle.of(Long.parseLong(arguments[0])).orElseThrow());
    Emulator emulator = HostEmulator.shared(build, MiniStack.PROGRAM, "");
    System.out.println("endpoint " + emulator.endpoint());
    System.out.println("ended by " + System.in.read());
  }
}
