package dev.sluice.relay.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.DatabaseConfig;
import dev.sluice.relay.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.output.MigrateResult;

/**
 * Brings the schema up to what this release needs; run at deployment, by a role that may create
 * roles.
 */
public final class MigrateHandler implements RequestStreamHandler {

  private final DatabaseConfig database;

  public MigrateHandler() {
    Settings settings = new Settings(Environment.read());
    database = DatabaseConfig.read(settings);
    settings.throwIfFaulty();
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    MigrateResult result =
        Flyway.configure(MigrateHandler.class.getClassLoader())
            .dataSource(new SingleUseDataSource(Connections.source(database)))
            .schemas("outbox")
            .locations("classpath:db/migration")
            .connectRetries(5)
            .load()
            .migrate();
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("migrations", result.migrationsExecuted);
    answer.put(
        "version",
        result.targetSchemaVersion == null
            ? result.initialSchemaVersion
            : result.targetSchemaVersion);
    output.write(JSON.std.asString(answer).getBytes(StandardCharsets.UTF_8));
  }
}
