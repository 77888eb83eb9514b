package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstallationTest {

  private final Requirements requirements = new Requirements("tiny", "tiny", "tiny==1.0\n", "");
  private final ScriptedBuilder builder = new ScriptedBuilder();
  @TempDir Path cache;

  @Test
  void completeInstallationIsNotRepeated() {
    Path first = installation().interpreter();
    Path second = installation().interpreter();

    assertThat(second).isEqualTo(first).isExecutable();
    assertThat(builder.builds()).isEqualTo(1);
  }

  @Test
  void failedInstallIsRepeated() throws IOException {
    builder.failing(true);
    assertThatThrownBy(() -> installation().interpreter()).hasMessage("stopped half-way");
    assertThat(directories()).noneMatch(name -> name.equals(requirements.directoryName()));

    builder.failing(false);

    assertThat(installation().interpreter()).isExecutable();
    assertThat(builder.builds()).isEqualTo(2);
  }

  @Test
  void leftoversOfOthersThatFailedAreDeleted() throws IOException {
    builder.failing(true);
    assertThatThrownBy(() -> installation().interpreter()).hasMessage("stopped half-way");
    assertThat(directories()).hasSize(1);

    builder.failing(false);
    installation().interpreter();

    assertThat(directories()).containsExactly(requirements.directoryName());
  }

  @Test
  void installationWhosePythonIsGoneIsRepeated() throws IOException {
    Path python = installation().interpreter();
    Files.delete(python);
    Files.createSymbolicLink(python, cache.resolve("removed-python"));

    assertThat(installation().interpreter()).isExecutable();
    assertThat(builder.builds()).isEqualTo(2);
  }

  @Test
  void oneOfManyThreadsInstalls() throws Exception {
    int threads = 8;
    CyclicBarrier together = new CyclicBarrier(threads);
    try (ExecutorService executor = Executors.newFixedThreadPool(threads)) {
      List<Future<Path>> found =
          IntStream.range(0, threads)
              .mapToObj(i -> executor.submit(() -> interpreterAfter(together)))
              .toList();

      for (Future<Path> path : found) {
        assertThat(path.get()).isExecutable();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
    assertThat(builder.builds()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"'', /home/ada/.cache", "/big/cache, /big/cache", "relative, /home/ada/.cache"})
  void cacheIsInTheHomeOrWhereTheUserHasItsOwn(String configured, Path cache) {
    assertThat(Installation.cache(Map.of("XDG_CACHE_HOME", configured), "/home/ada"))
        .isEqualTo(cache.resolve("sluice/emulators"));
  }

  private Path interpreterAfter(CyclicBarrier together) throws Exception {
    together.await();
    return installation().interpreter();
  }

  private Installation installation() {
    return new Installation(cache, requirements, builder);
  }

  private List<String> directories() throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      return files.filter(Files::isDirectory).map(file -> file.getFileName().toString()).toList();
    }
  }
}
