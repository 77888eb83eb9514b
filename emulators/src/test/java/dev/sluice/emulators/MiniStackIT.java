package dev.sluice.emulators;

class MiniStackIT extends EmulatorContract {

  @Override
  Emulator start() {
    return MiniStack.start();
  }

  @Override
  Emulator shared() {
    return MiniStack.shared();
  }
}
