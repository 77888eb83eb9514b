package dev.sluice.emulators;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What has been added to a directory's log files since they were last looked at. */
final class LogFiles {

  private static final String END = ".log";

  private final Path directory;
  private final Map<Path, Long> read = new HashMap<>();

  /** What lies there already is of somebody else. */
  LogFiles(Path directory) {
    this.directory = directory;
    files().forEach(file -> read.put(file, file.toFile().length()));
  }

  void look(Consumer<String> leak) {
    for (Path file : files()) {
      try (InputStream log = Files.newInputStream(file);
          LeakWatch watch = new LeakWatch(OutputStream.nullOutputStream(), leak)) {
        long skipped = log.skip(read.getOrDefault(file, 0L));
        read.put(file, skipped + log.transferTo(watch));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private List<Path> files() {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(END)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
