package dev.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.lambda.telemetry.Telemetry;
import dev.sluice.relay.config.DatabaseConfig;
import dev.sluice.relay.config.OutboxName;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.config.Settings;
import dev.sluice.relay.log.ConnectionSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.core.api.output.MigrateResult;
import org.jspecify.annotations.Nullable;

/**
 * Migrates the schema to the version of this release, and applies the retention. A deployment
 * invokes it, with a database role that may create roles.
 */
public final class MigrateHandler implements RequestStreamHandler {

  private static final String SCHEMA = "outbox";

  /** By these very scripts, run with psql rather than by this function. */
  private static final String MADE_BY_HAND =
      """
      SELECT to_regprocedure('outbox.schema_version()') IS NOT NULL AND to_regclass('outbox.flyway_schema_history') IS NULL,
        (SELECT string_agg(relname, ', ' ORDER BY relname) FROM pg_class
         WHERE relnamespace = to_regnamespace('outbox') AND relkind IN ('r', 'p', 'v')
           AND to_regclass('outbox.flyway_schema_history') IS NULL)
      """;

  private static final String VERSION = "SELECT version FROM outbox.schema_version()";

  /** Changes something only when the outbox was copied here from another cluster. */
  private static final String MOVE_IN = "SELECT outbox.move_in()";

  /** Changes something only when the retention is another one. */
  private static final String KEEP_FOR = "SELECT outbox.set_retention(%d * interval '1 s')";

  /** Waited 5 seconds for transactions that have appended events and are still open. */
  private static final String BUSY = "55P03";

  private static final int BUSY_TRIES = 6;

  /**
   * Roles belong to the whole server: the migration of another database there has made or changed
   * them meanwhile.
   */
  private static final Set<String> ROLES_CHANGED = Set.of("XX000", "42710", "23505");

  private static final int ROLE_TRIES = 10;

  /** For another try, and the answer. */
  private static final int TRY_MILLIS = 10_000;

  /** CloudFormation takes 4 KB in all, and fails with another fault when it gets more. */
  private static final int LONGEST_REASON = 800;

  private final ConnectionSource source;
  private final Duration retention;
  private final Telemetry telemetry;

  public MigrateHandler() {
    this(System.getenv());
  }

  MigrateHandler(Map<String, String> environment) {
    this(environment, StandardOutput::print);
  }

  MigrateHandler(Map<String, String> environment, Consumer<String> lines) {
    Settings settings = new Settings(environment);
    DatabaseConfig database = DatabaseConfig.read(settings);
    String name = OutboxName.read(settings);
    retention = RelayConfig.retention(settings);
    settings.throwIfFaulty();
    telemetry = StandardOutput.telemetry(name, environment, lines);
    source = new PatientSource(Connections.unlimited(database));
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    telemetry.begin(StandardOutput.correlation(context));
    try {
      Map<String, Object> answer = migrate(context);
      telemetry.migrated(answer);
      output.write(JSON.std.asString(answer).getBytes(StandardCharsets.UTF_8));
    } catch (RuntimeException e) {
      telemetry.failed(e);
      throw shortened(e);
    } catch (Error e) {
      telemetry.failed(e);
      throw e;
    }
  }

  /** A migration that failed quotes its statement. The log takes more of it. */
  private static RuntimeException shortened(RuntimeException failure) {
    String reason = String.valueOf(failure.getMessage());
    return reason.length() <= LONGEST_REASON
        ? failure
        : new IllegalStateException(
            reason.substring(0, LONGEST_REASON) + " ... (the function's log has more)");
  }

  private Map<String, Object> migrate(Context context) {
    Optional<String> byHand = madeByHand();
    FluentConfiguration flyway =
        Flyway.configure(MigrateHandler.class.getClassLoader())
            .dataSource(new SingleUseDataSource(source))
            .schemas(SCHEMA)
            .locations("classpath:db/migration");
    byHand.ifPresent(
        version ->
            flyway
                .baselineOnMigrate(true)
                .baselineVersion(version)
                .baselineDescription("made by hand"));
    MigrateResult result = migrate(flyway.load());
    Long owed = ask(MOVE_IN, "the outbox could not be moved into this cluster", context);
    String keepFor = KEEP_FOR.formatted(retention.toSeconds());
    Long slotSeconds = ask(keepFor, "SLUICE_RETENTION could not be applied", context);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("migrations", result.migrationsExecuted);
    answer.put("adopted", byHand.isPresent());
    answer.put(
        "version",
        result.targetSchemaVersion == null
            ? result.initialSchemaVersion
            : result.targetSchemaVersion);
    answer.put("slotSeconds", slotSeconds);
    if (owed != null) {
      answer.put("owedAgain", owed);
    }
    return answer;
  }

  /** A migration is one transaction, so it may be tried again. */
  private static MigrateResult migrate(Flyway flyway) {
    for (int tries = 1; ; tries++) {
      try {
        return flyway.migrate();
      } catch (FlywayException e) {
        if (tries == ROLE_TRIES || !rolesChanged(e)) {
          throw e;
        }
      }
    }
  }

  private static boolean rolesChanged(FlywayException e) {
    return Stream.<Throwable>iterate(e, Objects::nonNull, Throwable::getCause)
        .anyMatch(
            cause ->
                cause instanceof SQLException failure
                    && ROLES_CHANGED.contains(String.valueOf(failure.getSQLState())));
  }

  /** A statement that waits for open transactions, and tries again. */
  private @Nullable Long ask(String sql, String undone, Context context) {
    for (int tries = 1; ; tries++) {
      try (Connection connection = source.open();
          PreparedStatement statement = connection.prepareStatement(sql);
          ResultSet row = statement.executeQuery()) {
        row.next();
        long number = row.getLong(1);
        return row.wasNull() ? null : number;
      } catch (SQLException e) {
        boolean last = tries == BUSY_TRIES || context.getRemainingTimeInMillis() < TRY_MILLIS;
        if (!BUSY.equals(e.getSQLState()) || last) {
          throw new IllegalStateException(
              "the schema is migrated, but %s; end transactions that have been open for long, and invoke MigrateHandler again (%s: %s)"
                  .formatted(undone, e.getSQLState(), e.getMessage()),
              e);
        }
      }
    }
  }

  /** Its version; a schema of that name that is not ours is left alone. */
  private Optional<String> madeByHand() {
    try (Connection connection = source.open();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(MADE_BY_HAND)) {
      row.next();
      String others = row.getString(2);
      if (!row.getBoolean(1) && others != null) {
        throw new IllegalStateException(
            "the schema 'outbox' is there already but is not Sluice's (it holds "
                + others
                + "); rename it, or give Sluice a database of its own");
      }
      return row.getBoolean(1) ? Optional.of(version(connection)) : Optional.empty();
    } catch (SQLException e) {
      throw new IllegalStateException(
          "the migration cannot log in to SLUICE_DB_URL; check SLUICE_DB_USER, SLUICE_DB_AUTH and"
              + " that the database runs ("
              + e.getSQLState()
              + ": "
              + e.getMessage()
              + ")",
          e);
    }
  }

  private static String version(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(VERSION)) {
      row.next();
      return row.getString(1);
    }
  }
}
