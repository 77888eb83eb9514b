package dev.sluice.local;

import static java.util.Objects.requireNonNullElse;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Where other commands find the running services: a file that its owner alone may read, gone when
 * the services are.
 *
 * @param settings those of a function there beyond the defaults
 */
public record StackState(long pid, String jdbcUrl, String brokers, Map<String, String> settings) {

  public StackState {
    settings = Map.copyOf(settings);
  }

  /** Of services in this process. */
  public static StackState of(LocalServices services, Map<String, String> settings) {
    return new StackState(
        ProcessHandle.current().pid(),
        services.postgres().jdbcUrl(),
        services.kafka().bootstrapServers(),
        settings);
  }

  static Path file(Map<String, String> environment) {
    String directory =
        environment.getOrDefault("XDG_RUNTIME_DIR", System.getProperty("java.io.tmpdir"));
    return Path.of(directory, "sluice-" + System.getProperty("user.name"), "local.properties");
  }

  /** One at a time, for other commands look for one. */
  public static void refuseSecond(Map<String, String> environment) throws IOException {
    read(file(environment))
        .ifPresent(
            running -> {
              throw new UsageException("a stack runs already, as process " + running.pid());
            });
  }

  /** Of services that run; a file left behind by a process that was killed counts as nothing. */
  static Optional<StackState> read(Path file) throws IOException {
    if (!Files.isRegularFile(file) || !isOurs(file)) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    Map<String, String> settings = new HashMap<>();
    properties.stringPropertyNames().forEach(n -> settings.put(n, properties.getProperty(n)));
    StackState state =
        new StackState(
            Long.parseLong(requireNonNullElse(settings.remove("pid"), "0")),
            requireNonNullElse(settings.remove("jdbc-url"), ""),
            requireNonNullElse(settings.remove("brokers"), ""),
            settings);
    return ProcessHandle.of(state.pid()).isPresent() ? Optional.of(state) : Optional.empty();
  }

  /**
   * The directory's name can be guessed: another user's file could lead us to that user's database.
   */
  private static boolean isOurs(Path file) throws IOException {
    return Files.getOwner(file).getName().equals(System.getProperty("user.name"));
  }

  /** Until this process ends. */
  public void publish(Map<String, String> environment) throws IOException {
    Path file = file(environment);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(file)));
    write(file);
  }

  void write(Path file) throws IOException {
    Properties properties = new Properties();
    properties.putAll(settings);
    properties.setProperty("pid", Long.toString(pid));
    properties.setProperty("jdbc-url", jdbcUrl);
    properties.setProperty("brokers", brokers);
    Files.createDirectories(
        file.getParent(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties.store(writer, null);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
      Files.deleteIfExists(file.getParent());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + file, e);
    }
  }
}
