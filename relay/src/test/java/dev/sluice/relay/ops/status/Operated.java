package dev.sluice.relay.ops.status;

import dev.sluice.relay.lane.DrainedDatabase;
import dev.sluice.relay.log.Session;
import dev.sluice.relay.testing.TestDatabase;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A log with its lanes and broker, and an operator's session. */
final class Operated implements AutoCloseable {

  final DrainedDatabase drained = new DrainedDatabase();
  final TestDatabase database = drained.database;
  final Session session = new Session(() -> database.connect("outbox_operator"));
  final StatusSql status = new StatusSql(session);

  /** As the view shows it to an operator. */
  List<String> status(String columns) {
    return session.perform(
        connection -> {
          try (Statement statement = connection.createStatement();
              ResultSet rows =
                  statement.executeQuery(
                      "SELECT concat_ws(' ', stream, "
                          + columns
                          + ") FROM outbox.status ORDER BY stream")) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
              all.add(rows.getString(1));
            }
            return all;
          }
        });
  }

  String destination() {
    return "fake:" + database.name();
  }

  @Override
  public void close() {
    session.close();
    drained.close();
  }
}
