package dev.sluice.local;

import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Where other commands find the running stack: a file that its owner alone may read, gone when the
 * stack is.
 *
 * @param settings what a function there is told beyond the defaults
 */
public record StackState(long pid, String jdbcUrl, String brokers, Map<String, String> settings) {

  private static final String SETTING = "setting.";

  public StackState {
    settings = Map.copyOf(settings);
  }

  public static Path file(Map<String, String> environment) {
    String directory =
        environment.getOrDefault("XDG_RUNTIME_DIR", System.getProperty("java.io.tmpdir"));
    return Path.of(directory, "sluice-" + System.getProperty("user.name"), "local.properties");
  }

  /** One at a time, for other commands look for one. */
  public static void refuseSecond(Map<String, String> environment) {
    read(file(environment))
        .ifPresent(
            running -> {
              throw new UsageException("a stack runs already, as process " + running.pid());
            });
  }

  /** Of a stack that runs; a file left behind by one that was killed counts as nothing. */
  static Optional<StackState> read(Path file) {
    if (!Files.isRegularFile(file) || !isOurs(file)) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
    StackState state =
        new StackState(
            Long.parseLong(properties.getProperty("pid", "0")),
            properties.getProperty("jdbc-url", ""),
            properties.getProperty("brokers", ""),
            settings(properties));
    return ProcessHandle.of(state.pid()).isPresent() ? Optional.of(state) : Optional.empty();
  }

  private static Map<String, String> settings(Properties properties) {
    return properties.stringPropertyNames().stream()
        .filter(name -> name.startsWith(SETTING))
        .collect(toMap(name -> name.substring(SETTING.length()), properties::getProperty));
  }

  /**
   * The directory's name can be guessed, and somebody else's file could lead us to his database.
   */
  private static boolean isOurs(Path file) {
    try {
      return Files.getOwner(file).getName().equals(System.getProperty("user.name"));
    } catch (IOException e) {
      return false;
    }
  }

  public void write(Path file) {
    Properties properties = new Properties();
    properties.setProperty("pid", Long.toString(pid));
    properties.setProperty("jdbc-url", jdbcUrl);
    properties.setProperty("brokers", brokers);
    settings.forEach((name, value) -> properties.setProperty(SETTING + name, value));
    try {
      Files.createDirectories(
          file.getParent(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      try (Writer writer = Files.newBufferedWriter(file)) {
        properties.store(writer, null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  public static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
      Files.deleteIfExists(file.getParent());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + file, e);
    }
  }
}
