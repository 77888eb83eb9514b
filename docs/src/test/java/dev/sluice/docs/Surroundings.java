package dev.sluice.docs;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Where the commands of a page keep what they keep: a directory of their own, so that what they
 * leave behind is seen.
 */
record Surroundings(Path directory, int freePort) {

  /** The port that pages show; a reader puts the one in that {@code ./sluice local} printed. */
  private static final String SHOWN = "localhost:39841";

  /** The port of the service that a page starts. */
  private static final String SERVICE = "8087";

  static Surroundings in(Path directory) throws IOException {
    Surroundings surroundings = new Surroundings(directory.toRealPath(), anyFreePort());
    Files.createDirectories(surroundings.temporary());
    Files.createDirectories(surroundings.runtime());
    return surroundings;
  }

  /** The sources alone, in which nothing is built yet; the same one the second time. */
  Path copy() {
    Path copy = directory.resolve("copy");
    if (!Files.exists(copy)) {
      Page.sources()
          .forEach(
              file -> {
                try {
                  Path target = copy.resolve(Page.ROOT.relativize(file));
                  Files.createDirectories(target.getParent());
                  Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
    return copy;
  }

  private Path temporary() {
    return directory.resolve("temporary");
  }

  private Path runtime() {
    return directory.resolve("runtime");
  }

  Map<String, String> environment() {
    return Map.of(
        "XDG_RUNTIME_DIR",
        runtime().toString(),
        "JAVA_TOOL_OPTIONS",
        "-Djava.io.tmpdir=" + temporary(),
        "DATABASE",
        filledIn("postgresql://localhost:39841/fresh?user=sluice_admin"));
  }

  private static int anyFreePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** With the address of the database that the page has started, if it has. */
  String filledIn(String shown) {
    String command = shown.replace(SERVICE, Integer.toString(freePort));
    Path state =
        runtime().resolve("sluice-" + System.getProperty("user.name")).resolve("local.properties");
    if (!Files.exists(state)) {
      return command;
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(state)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String host = properties.getProperty("jdbc-url").replaceAll("^jdbc:postgresql://|/.*$", "");
    return command.replace(SHOWN, host);
  }

  /** Processes that have to do with this place: its name is in their command lines. */
  List<String> processes() {
    return ProcessHandle.allProcesses()
        .flatMap(handle -> handle.info().commandLine().stream())
        .filter(line -> line.contains(directory.toString()))
        .toList();
  }

  /** PostgreSQL's programs stay unpacked for the next time; its data must not. */
  List<String> files() throws IOException {
    try (Stream<Path> files = Files.walk(directory, 4)) {
      return files
          .map(file -> directory.relativize(file).toString())
          .filter(name -> !name.startsWith("temporary/embedded-pg/PG-"))
          .filter(name -> !name.startsWith("copy"))
          .filter(
              name -> !List.of("", "temporary", "temporary/embedded-pg", "runtime").contains(name))
          .toList();
    }
  }
}
