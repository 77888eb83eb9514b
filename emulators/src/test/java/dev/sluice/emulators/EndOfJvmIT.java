package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class EndOfJvmIT {

  @Test
  void emulatorEndsWhenItsJvmIsTerminated() throws Exception {
    nothingIsLeftAfter(Process::destroy);
  }

  @Test
  void emulatorEndsWhenItsJvmIsKilled() throws Exception {
    nothingIsLeftAfter(Process::destroyForcibly);
  }

  private static void nothingIsLeftAfter(Consumer<Process> end) throws Exception {
    try (OtherJvm jvm = OtherJvm.run(HoldingMain.class)) {
      Path directory = Path.of(jvm.lineWith("directory ").substring("directory ".length()));
      List<ProcessHandle> emulator = jvm.descendants();
      assertThat(emulator).hasSizeGreaterThanOrEqualTo(2).allMatch(ProcessHandle::isAlive);
      assertThat(directory).isDirectory();

      end.accept(jvm.process());

      for (ProcessHandle process : emulator) {
        process.onExit().get(1, TimeUnit.MINUTES);
      }
      assertThat(directory).doesNotExist();
    }
  }
}
