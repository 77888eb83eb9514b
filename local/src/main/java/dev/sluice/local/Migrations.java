package dev.sluice.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/** The schema's scripts in order of their versions, V2 before V10; each is one transaction. */
final class Migrations {

  private static final String DIRECTORY = "db/migration";

  private Migrations() {}

  /** By their versions; of a jar, or of a directory of classes. */
  static Map<Integer, String> in(Path code) {
    try {
      if (Files.isDirectory(code)) {
        return read(code.resolve(DIRECTORY));
      }
      try (FileSystem jar = FileSystems.newFileSystem(code)) {
        return read(jar.getPath(DIRECTORY));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the migrations in " + code, e);
    }
  }

  private static Map<Integer, String> read(Path directory) throws IOException {
    Map<Integer, String> scripts = new TreeMap<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "V*__*.sql")) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        int version = Integer.parseInt(name.substring(1, name.indexOf("__")));
        scripts.put(version, Files.readString(file));
      }
    }
    return scripts;
  }

  static void run(Path code, Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    for (Map.Entry<Integer, String> script : in(code).entrySet()) {
      try (var statement = connection.createStatement()) {
        statement.execute(script.getValue());
        connection.commit();
      } catch (SQLException e) {
        String message = "migration %d failed: %s".formatted(script.getKey(), e.getMessage());
        throw new SQLException(message, e.getSQLState(), e);
      }
    }
  }
}
