package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The processes and files of running emulators, noted while they are there. */
final class Traces {

  private final List<ProcessHandle> processes = new ArrayList<>();
  private final List<Path> directories = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();

  void take(Emulator emulator) {
    ports.add(emulator.endpoint().getPort());
    if (emulator instanceof HostEmulator host) {
      take(host.process());
    }
  }

  void take(Supervised supervised) {
    assertThat(supervised.directory()).isDirectory();
    directories.add(supervised.directory());
    processes.add(supervised.handle());
    List<ProcessHandle> descendants = supervised.handle().descendants().toList();
    assertThat(descendants).isNotEmpty().allMatch(ProcessHandle::isAlive);
    processes.addAll(descendants);
  }

  void assertGone() {
    assertThat(processes).noneMatch(ProcessHandle::isAlive);
    assertThat(directories).noneMatch(Files::exists);
    assertThat(filesNamedByPort()).isEmpty();
  }

  /** Some programs name what they leave in the temporary directory by their port. */
  private List<Path> filesNamedByPort() {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files.filter(file -> ports.stream().anyMatch(port -> isNamed(file, port))).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isNamed(Path file, int port) {
    return file.getFileName().toString().matches("(ministack|localstack).*-" + port + "\\b.*");
  }
}
