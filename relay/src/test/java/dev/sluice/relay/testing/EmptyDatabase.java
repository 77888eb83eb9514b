package dev.sluice.relay.testing;

import dev.sluice.emulators.Planted;
import dev.sluice.emulators.SharedPostgres;
import java.util.HashMap;
import java.util.Map;

/** A database of the administrator's without Sluice's schema, beside one that has it. */
public final class EmptyDatabase implements AutoCloseable {

  private final TestDatabase neighbour = new TestDatabase();
  private final String name;
  private final String url;

  public EmptyDatabase() {
    String migrated = neighbour.url();
    name = migrated.substring(migrated.lastIndexOf('/') + 1) + "_empty";
    url = migrated + "_empty";
    neighbour.execute("admin", "CREATE DATABASE " + name);
  }

  public String url() {
    return url;
  }

  /** A function's environment that leads here. */
  public Map<String, String> environment(String user) {
    return environment(url, user);
  }

  public static Map<String, String> environment(String url, String user) {
    Map<String, String> environment = new HashMap<>(Environments.valid());
    environment.put("SLUICE_DB_URL", url);
    environment.put("SLUICE_DB_USER", user);
    environment.put("SLUICE_DB_AUTH", "password");
    environment.put("SLUICE_DB_PASSWORD", Planted.PASSWORD);
    return environment;
  }

  @Override
  public void close() {
    SharedPostgres.dropDatabase(name);
    neighbour.close();
  }
}
