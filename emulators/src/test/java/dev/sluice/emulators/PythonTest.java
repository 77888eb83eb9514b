package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shell scripts answer as Pythons do. */
class PythonTest {

  @TempDir Path first;
  @TempDir Path second;
  private String path = "";

  @BeforeEach
  void bothAreOnThePath() {
    path = first + ":" + second;
  }

  @Test
  void nothingFoundSaysWhatToInstall() {
    assertThatThrownBy(() -> Python.onPath(path, "LocalStack", "Docker, or "))
        .hasMessage(
            """
            LocalStack needs Docker, or Python 3.11 or 3.12 or 3.13 with venv. \
            Found on the PATH: no Python.
            Install it: on Debian and Ubuntu, apt-get install python3 python3-venv.""");
  }

  @Test
  void unsetPathIsNoPath() {
    assertThatThrownBy(() -> Python.onPath(null, "MiniStack", ""))
        .hasMessageContaining("Found on the PATH: no Python.");
  }

  @Test
  void unsuitableOnesAreNamedWithTheirFaults() throws IOException {
    script(first.resolve("python3"), "echo 3.9; echo /opt/python3.9");
    script(second.resolve("python3"), "echo 3.12; echo /usr/bin/python3.12; exit 1");
    script(second.resolve("python3.13"), "exit 127");

    assertThatThrownBy(() -> Python.onPath(path, "MiniStack", ""))
        .hasMessageContaining("MiniStack needs Python 3.11")
        .hasMessageContaining(first.resolve("python3") + " is 3.9;")
        .hasMessageContaining(second.resolve("python3") + " is 3.12 without venv or ensurepip")
        .hasMessageContaining(second.resolve("python3.13") + " does not run")
        .hasMessageContaining("apt-get install python3 python3-venv");
  }

  @Test
  void suitableOneIsTakenByItsRealPath() throws IOException {
    script(first.resolve("python3"), "echo 3.9; echo /opt/python3.9");
    script(second.resolve("python3"), "echo 3.13; echo /usr/bin/python3.13");

    assertThat(Python.onPath(path, "MiniStack", ""))
        .isEqualTo(new Python(Path.of("/usr/bin/python3.13"), "3.13"));
  }

  @Test
  void versionOfThePinsGoesFirst() throws IOException {
    script(first.resolve("python3"), "echo 3.13; echo /usr/bin/python3.13");
    script(second.resolve("python3.11"), "echo 3.11; echo /usr/bin/python3.11");

    assertThat(Python.onPath(path, "MiniStack", "").version()).isEqualTo("3.11");
  }

  private static void script(Path file, String commands) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + commands + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}
