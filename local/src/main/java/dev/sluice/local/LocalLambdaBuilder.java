package dev.sluice.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Describes a function; what is not said is as Lambda has it, and the log goes to standard error.
 */
public final class LocalLambdaBuilder {

  private final List<Path> classpath = new ArrayList<>();
  private String handler = "";
  private @Nullable String name;
  private int memoryMegabytes = 512;
  private Duration timeout = Duration.ofMinutes(1);
  private Duration clockBehind = Duration.ZERO;
  private List<String> jvmArguments = List.of();
  private Map<String, String> environment = Map.of();
  private Consumer<String> log = System.err::println;

  LocalLambdaBuilder() {}

  /** The function's code with the runtime client inside; without it, the extra classpath is all. */
  public LocalLambdaBuilder jar(Path jar) {
    classpath.addFirst(jar);
    return this;
  }

  public LocalLambdaBuilder extraClasspath(List<Path> paths) {
    classpath.addAll(paths);
    return this;
  }

  public LocalLambdaBuilder handler(String className) {
    this.handler = className;
    return this;
  }

  public LocalLambdaBuilder name(String name) {
    this.name = name;
    return this;
  }

  /** The function's memory, of which the heap is 85 %. */
  public LocalLambdaBuilder memory(int megabytes) {
    this.memoryMegabytes = megabytes;
    return this;
  }

  /** How long an invocation may take, counted from the hand-over of the event. */
  public LocalLambdaBuilder timeout(Duration timeout) {
    this.timeout = timeout;
    return this;
  }

  /**
   * By how much the process's clock is behind. All that a function reads of the clock, but for the
   * times in its logs, is how long it is until the instant at which its time is up.
   */
  public LocalLambdaBuilder clockBehind(Duration behind) {
    this.clockBehind = behind;
    return this;
  }

  /** A process that ends soon saves more by compiling less than it loses. */
  public LocalLambdaBuilder shortLived() {
    return jvmArguments(List.of("-XX:TieredStopAtLevel=1"));
  }

  public LocalLambdaBuilder jvmArguments(List<String> arguments) {
    this.jvmArguments = List.copyOf(arguments);
    return this;
  }

  public LocalLambdaBuilder environment(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
    return this;
  }

  /** Appends to a file. */
  public LocalLambdaBuilder logTo(Path file) {
    return logTo(line -> append(file, line));
  }

  public LocalLambdaBuilder logTo(Consumer<String> lines) {
    this.log = lines;
    return this;
  }

  public LocalLambda build() {
    String system = System.getProperty("os.name", "");
    if (!system.equals("Linux")) {
      throw new UnsupportedOperationException(
          "AWS ships its Lambda runtime client for Linux only, and this is "
              + system
              + "; use a Linux machine, container or WSL");
    }
    String name = this.name == null ? handler.substring(handler.lastIndexOf('.') + 1) : this.name;
    Consumer<String> log = this.log;
    return new LocalLambda(
        new FunctionSettings(
            name,
            handler,
            classpath,
            memoryMegabytes,
            timeout,
            clockBehind,
            jvmArguments,
            environment,
            line -> log.accept("[" + name + "] " + line)));
  }

  private static void append(Path file, String line) {
    try {
      Files.write(file, List.of(line), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot log to " + file, e);
    }
  }
}
