package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class InstallationIT {

  private final Path cache = Directories.temporary("cache");

  @AfterEach
  void deleteCache() {
    Directories.delete(cache);
  }

  @Test
  void killedInstallIsRepeated() throws Exception {
    try (TinyIndex index = new TinyIndex();
        OtherJvm killed = install(index)) {
      index.awaitQuestion();
      List<ProcessHandle> pip = killed.descendants();
      assertThat(pip).hasSizeGreaterThanOrEqualTo(2);
      killed.process().destroyForcibly();
      for (ProcessHandle process : pip) {
        process.onExit().get(1, TimeUnit.MINUTES);
      }
      assertThat(directories()).singleElement().asString().contains(".partial-");

      index.open();
      Path python = TinyIndex.installation(cache, index.requirements()).interpreter();

      assertThat(imports(python, "tiny")).isTrue();
      assertThat(imports(python, "huge")).isFalse();
      assertThat(directories()).singleElement().matches(python::startsWith);
    }
  }

  @Test
  void oneOfTwoProcessesInstalls() throws Exception {
    try (TinyIndex index = new TinyIndex();
        OtherJvm first = install(index)) {
      index.awaitQuestion();
      try (OtherJvm second = install(index)) {
        second.lineWith("waiting for another process");
        index.open();

        assertThat(second.lineWith("installed ")).isEqualTo(first.lineWith("installed "));
        assertThat(first.exitCode()).isZero();
        assertThat(second.exitCode()).isZero();
      }
      assertThat(index.questions()).isEqualTo(1);
    }
  }

  @Test
  void failureShowsWhatPipSaid() throws Exception {
    try (TinyIndex index = new TinyIndex()) {
      index.open();
      String absent = index.requirements().replace("tiny==1.0", "tiny==2.0");

      assertThatThrownBy(() -> TinyIndex.installation(cache, absent).interpreter())
          .hasMessageContaining("Cannot install Tiny")
          .hasMessageContaining(cache.toString())
          .hasMessageContaining("No matching distribution found for tiny==2.0");
    }
  }

  private OtherJvm install(TinyIndex index) throws IOException {
    return OtherJvm.run(InstallingMain.class, cache.toString(), index.requirements());
  }

  private static boolean imports(Path python, String module) throws Exception {
    return new ProcessBuilder(python.toString(), "-c", "import " + module).start().waitFor() == 0;
  }

  private List<Path> directories() throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      return files.filter(Files::isDirectory).toList();
    }
  }
}
