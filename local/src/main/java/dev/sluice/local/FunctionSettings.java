package dev.sluice.local;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A function's configuration: what AWS would keep about it, and where its process finds its code.
 */
record FunctionSettings(
    String name,
    String handler,
    List<Path> classpath,
    int memoryMegabytes,
    Duration timeout,
    List<String> jvmArguments,
    Map<String, String> environment,
    Consumer<String> log) {

  FunctionSettings {
    classpath = List.copyOf(classpath);
    jvmArguments = List.copyOf(jvmArguments);
    environment = Map.copyOf(environment);
    if (memoryMegabytes < 128 || memoryMegabytes > 10_240) {
      throw new IllegalArgumentException(
          "memory is 128 to 10240 MB in Lambda, not " + memoryMegabytes);
    }
  }

  Path taskRoot() {
    Path first = classpath.getFirst().toAbsolutePath();
    Path parent = first.getParent();
    return first.toString().endsWith(".jar") && parent != null ? parent : first;
  }
}
