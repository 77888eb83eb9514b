package dev.sluice.local;

import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * pg_ctl for a server that Zonky has started. Its restart reads the server's own postmaster.opts,
 * so port and settings stay as they are, also when the server is down.
 */
record PostgresControl(Path dataDirectory, Path program) {

  static PostgresControl of(Connection superuser) throws SQLException {
    try (var statement = superuser.createStatement();
        var row = statement.executeQuery("SELECT current_setting('data_directory')")) {
      row.next();
      Path directory = Path.of(row.getString(1));
      // The file starts with the path of the server's executable, and pg_ctl lies beside it.
      String options = Files.readString(directory.resolve("postmaster.opts"));
      Path postgres = Path.of(options.substring(0, options.indexOf(" \"")));
      return new PostgresControl(directory, postgres.resolveSibling("pg_ctl"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first line of postmaster.pid names it. */
  void kill() {
    try (var lines = Files.lines(dataDirectory.resolve("postmaster.pid"))) {
      long pid = Long.parseLong(lines.findFirst().orElseThrow().strip());
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot find the server's process", e);
    }
  }

  void run(String action, String mode) {
    List<String> command = new ArrayList<>();
    if (LinuxUtils.isUnshareAvailable()) {
      // PostgreSQL refuses to run as root; in a user namespace of its own it is another user.
      command.addAll(List.of("unshare", "-U"));
    }
    command.addAll(
        List.of(program.toString(), "-D", dataDirectory.toString(), "-m", mode, "-w", action));
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      int exitCode = process.waitFor();
      if (exitCode != 0) {
        throw new IllegalStateException("pg_ctl " + action + " ended with " + exitCode);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run pg_ctl " + action, e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted in pg_ctl " + action, e);
    }
  }
}
