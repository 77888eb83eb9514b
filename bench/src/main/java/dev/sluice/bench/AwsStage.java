package dev.sluice.bench;

import dev.sluice.local.LocalPostgres;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A migrated server and the stand-in. */
final class AwsStage implements AutoCloseable {

  static final Duration ANSWER = Duration.ofMillis(15);

  private final LocalPostgres postgres;
  private final StandInProcess standIn;
  private final Database database;

  private AwsStage(LocalPostgres postgres, StandInProcess standIn) throws SQLException {
    this.postgres = postgres;
    this.standIn = standIn;
    this.database = new Database(postgres);
  }

  static AwsStage open(Consumer<String> progress) throws SQLException {
    progress.accept("starting PostgreSQL");
    LocalPostgres postgres = LocalPostgres.start(Database.SETTINGS);
    try {
      progress.accept("migrating it");
      postgres.migrate();
      progress.accept("starting the stand-in for AWS");
      return new AwsStage(postgres, StandInProcess.start(ANSWER));
    } catch (SQLException | RuntimeException e) {
      postgres.close();
      throw e;
    }
  }

  Database database() {
    return database;
  }

  StandInProcess standIn() {
    return standIn;
  }

  Map<String, String> environment(Map<String, String> settings) {
    Map<String, String> environment = new TreeMap<>(settings);
    environment.put("SLUICE_DB_URL", postgres.jdbcUrl());
    environment.put("SLUICE_DB_USER", LocalPostgres.RELAY);
    environment.put("SLUICE_DB_AUTH", "password");
    environment.put("SLUICE_DB_PASSWORD", "local");
    environment.put("AWS_ENDPOINT_URL", standIn.endpoint().toString());
    environment.put("AWS_ACCESS_KEY_ID", "bench");
    environment.put("AWS_SECRET_ACCESS_KEY", "bench");
    return environment;
  }

  /** Nothing is owed but these events, and nothing is counted. */
  void fill(AwsContender contender, long events) throws SQLException {
    database.empty();
    EventCopy.fill(database.superuser(), Table.OUTBOX, events, contender::event);
    database.settleDown();
    standIn.countAnew();
  }

  Ledger ledger(CallCounts counts) throws SQLException {
    return new Ledger(counts.taken(), database.owed(), database.kept());
  }

  @Override
  public void close() throws SQLException {
    try (postgres;
        standIn) {
      database.close();
    }
  }
}
