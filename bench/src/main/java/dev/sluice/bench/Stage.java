package dev.sluice.bench;

import dev.sluice.local.FunctionName;
import dev.sluice.local.LocalServices;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** The server and the broker that all contenders share, and the count of what is in them. */
final class Stage implements AutoCloseable {

  private final LocalServices stack;
  private final Database database;
  private final Topic topic;

  private Stage(LocalServices stack) throws SQLException {
    this.stack = stack;
    this.database = new Database(stack.postgres());
    this.topic = new Topic(stack.kafka().bootstrapServers(), LocalServices.TOPIC);
  }

  static Stage open(Consumer<String> progress) throws SQLException {
    LocalServices stack = LocalServices.start(Database.SETTINGS, progress);
    try {
      return new Stage(stack);
    } catch (SQLException | RuntimeException e) {
      stack.close();
      throw e;
    }
  }

  Database database() {
    return database;
  }

  /** The relay's own; the peers read the same variables. */
  Map<String, String> environment(Map<String, String> settings) {
    Map<String, String> environment = new TreeMap<>(stack.environment(FunctionName.RELAY));
    environment.put("BENCH_TOPIC", LocalServices.TOPIC);
    environment.putAll(settings);
    return environment;
  }

  PinnedXmin pinXmin() throws SQLException {
    return new PinnedXmin(stack.postgres());
  }

  void fill(Contender contender, long events) throws SQLException {
    if (contender.table().isPresent()) {
      EventCopy.fill(database.superuser(), contender.table().get(), events, contender::event);
    }
    database.settleDown();
  }

  void empty() throws SQLException {
    database.empty();
    topic.discard();
  }

  Ledger ledger() throws SQLException {
    return new Ledger(topic.size(), database.owed(), database.kept());
  }

  @Override
  public void close() throws SQLException {
    try (stack;
        topic) {
      database.close();
    }
  }
}
