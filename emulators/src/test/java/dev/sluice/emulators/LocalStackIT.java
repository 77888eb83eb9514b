package dev.sluice.emulators;

class LocalStackIT extends EmulatorContract {

  @Override
  Emulator start() {
    return LocalStack.start();
  }

  @Override
  Emulator shared() {
    return LocalStack.shared();
  }
}
