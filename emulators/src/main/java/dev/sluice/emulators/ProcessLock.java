package dev.sluice.emulators;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Supplier;

/** Lets one thread of one process at a time do something. */
final class ProcessLock {

  private ProcessLock() {}

  /**
   * The file's lock is this process's, which the operating system releases when it is killed; the
   * monitor is this thread's.
   */
  static <T> T holding(Path file, Supplier<T> work) {
    synchronized (ProcessLock.class) {
      try (FileChannel channel = opened(file)) {
        if (channel.tryLock() == null) {
          Progress.say("waiting for another process that holds " + file);
          channel.lock();
        }
        return work.get();
      } catch (IOException e) {
        throw new UncheckedIOException("cannot lock " + file, e);
      }
    }
  }

  private static FileChannel opened(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }
}
