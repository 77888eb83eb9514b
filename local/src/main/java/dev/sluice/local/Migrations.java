package dev.sluice.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The schema's scripts in order of their versions, V2 before V10; each is one transaction. */
record Migrations(List<Migration> scripts) {

  record Migration(int version, String name, String sql) {}

  private static final String DIRECTORY = "db/migration";

  Migrations {
    scripts = scripts.stream().sorted(Comparator.comparingInt(Migration::version)).toList();
  }

  /** Of a jar, or of a directory of classes. */
  static Migrations in(Path code) {
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

  private static Migrations read(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return new Migrations(
          files.filter(Migrations::isVersioned).map(Migrations::migration).toList());
    }
  }

  private static boolean isVersioned(Path file) {
    return fileName(file).matches("V\\d+__.*\\.sql");
  }

  private static Migration migration(Path file) {
    String name = fileName(file);
    try {
      return new Migration(
          Integer.parseInt(name.substring(1, name.indexOf("__"))), name, Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String fileName(Path file) {
    return String.valueOf(file.getFileName());
  }

  void run(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    for (Migration script : scripts) {
      try (var statement = connection.createStatement()) {
        statement.execute(script.sql());
        connection.commit();
      } catch (SQLException e) {
        throw new SQLException(script.name() + " failed: " + e.getMessage(), e.getSQLState(), e);
      }
    }
  }
}
