package dev.sluice.emulators;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Held by one thread of one process. The operating system releases it when that is killed. */
final class InstallLock implements AutoCloseable {

  /** A file's lock is the whole JVM's: between its threads it only throws. */
  private static final ReentrantLock IN_THIS_JVM = new ReentrantLock();

  private final FileChannel channel;

  private InstallLock(FileChannel channel) {
    this.channel = channel;
  }

  static InstallLock take(Path file) {
    IN_THIS_JVM.lock();
    FileChannel channel = null;
    try {
      Files.createDirectories(file.getParent());
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      lock(channel, file);
      return new InstallLock(channel);
    } catch (IOException e) {
      release(channel);
      throw new UncheckedIOException("cannot lock " + file, e);
    }
  }

  private static void lock(FileChannel channel, Path file) throws IOException {
    FileLock lock = channel.tryLock();
    if (lock == null) {
      Progress.say("waiting for another process that holds " + file);
      channel.lock();
    }
  }

  @Override
  public void close() {
    release(channel);
  }

  private static void release(@Nullable FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      IN_THIS_JVM.unlock();
    }
  }
}
