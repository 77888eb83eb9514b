package dev.sluice.emulators;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An emulator from PyPI, in a process and a temporary directory of its own. */
record HostEmulator(Program program, URI endpoint, Supervised process) implements Emulator {

  private static final String HOST_MODE = " from PyPI, host mode";

  /**
   * The alternative is what would have done as well as Python, for the message when there is
   * neither.
   */
  static HostEmulator start(Program program, String alternative) {
    return start(
        program,
        alternative,
        Directories.temporary(program.requirements().name()),
        Supervised::start);
  }

  /** One for the whole build. */
  static Emulator shared(Program program, String alternative) {
    return shared(Build.current(), program, alternative);
  }

  static Emulator shared(Build build, Program program, String alternative) {
    String endpoint =
        new BuildService(build, program.requirements().name())
            .address(
                (directory, until) -> {
                  HostEmulator started =
                      start(
                          program,
                          alternative,
                          directory,
                          (python, place, command, environment) ->
                              Supervised.startUntil(until, python, place, command, environment));
                  return new BuildService.Started(started.process, started.endpoint.toString());
                });
    return new BuildEmulator(program.titleAndVersion() + HOST_MODE, URI.create(endpoint));
  }

  private interface Launch {
    Supervised process(
        Path python, Path directory, List<String> command, Map<String, String> environment);
  }

  private static HostEmulator start(
      Program program, String alternative, Path directory, Launch launch) {
    Installation installation = Installation.inCache(program, alternative);
    Path python = installation.interpreter();
    int port = freePort();
    Supervised process =
        launch.process(
            python,
            directory,
            List.of(python.toString(), "-m", program.module()),
            environment(program, port, new Program.Place(directory, installation.directory())));
    URI endpoint = URI.create("http://127.0.0.1:" + port);
    HostEmulator emulator = new HostEmulator(program, endpoint, process);
    try {
      Readiness.await(emulator);
      return emulator;
    } catch (RuntimeException e) {
      emulator.close();
      throw e;
    }
  }

  /**
   * Nothing of a developer's own settings, because AWS_ENDPOINT_URL, SERVICES or DEBUG would change
   * what is tested. Java is in front, because MiniStack runs functions that start it.
   */
  private static Map<String, String> environment(Program program, int port, Program.Place place) {
    Map<String, String> environment = new HashMap<>(program.settings().of(port, place));
    Path java = Path.of(System.getProperty("java.home"), "bin");
    environment.put("PATH", java + ":" + System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
    environment.put("HOME", place.state().toString());
    environment.put("TMPDIR", place.state().toString());
    environment.put("LANG", "C.UTF-8");
    environment.put("PYTHONUNBUFFERED", "1");
    return environment;
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException("no free port", e);
    }
  }

  @Override
  public String name() {
    return program.titleAndVersion() + HOST_MODE;
  }

  @Override
  public void close() {
    process.close();
  }
}
