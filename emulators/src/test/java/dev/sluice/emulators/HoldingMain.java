package dev.sluice.emulators;

import java.io.IOException;

/** Starts an emulator and holds it until the JVM is ended by somebody else. */
final class HoldingMain {

  private HoldingMain() {}

  public static void main(String[] arguments) throws IOException {
    HostEmulator emulator = HostEmulator.start(MiniStack.PROGRAM, "");
    System.out.println("directory " + emulator.process().directory());
    System.out.println("ended by " + System.in.read());
  }
}
