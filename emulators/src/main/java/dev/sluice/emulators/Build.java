package dev.sluice.emulators;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The build that this JVM belongs to: the outermost Maven that it descends from, or else this JVM
 * alone. Modules and their test JVMs find each other's services in its directory.
 */
record Build(ProcessHandle process) {

  private static final String MAVEN = "org.codehaus.plexus.classworlds.launcher.Launcher";

  static Build current() {
    ProcessHandle self = ProcessHandle.current();
    return new Build(
        Stream.iterate(self.parent(), Optional::isPresent, it -> it.flatMap(ProcessHandle::parent))
            .flatMap(Optional::stream)
            .filter(Build::isMaven)
            .reduce((_, outer) -> outer)
            .orElse(self));
  }

  private static boolean isMaven(ProcessHandle process) {
    return process.info().commandLine().orElse("").contains(MAVEN);
  }

  /** The start is in the name because the operating system uses process ids again. */
  Path directory() {
    long start = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    return Path.of(
        System.getProperty("java.io.tmpdir"), "sluice-build-" + process.pid() + "-" + start);
  }
}
