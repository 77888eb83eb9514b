package dev.sluice.emulators;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
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
      try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r");
          LeakWatch watch = new LeakWatch(OutputStream.nullOutputStream(), leak)) {
        log.seek(Math.min(read.getOrDefault(file, 0L), log.length()));
        byte[] chunk = new byte[1 << 16];
        for (int length = log.read(chunk); length > 0; length = log.read(chunk)) {
          watch.write(chunk, 0, length);
        }
        read.put(file, log.getFilePointer());
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
