package dev.sluice.relay.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.relay.lane.LogLostException;
import dev.sluice.relay.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a session's connection. */
final class SessionIT {

  private final TestDatabase database = new TestDatabase();
  private final List<Connection> opened = new ArrayList<>();
  private final Session session = new Session(this::open);
  private Runnable whileOpening = () -> {};

  @AfterEach
  void drop() {
    session.close();
    database.close();
  }

  private Connection open() {
    Connection connection = database.connect("outbox_relay");
    opened.add(connection);
    whileOpening.run();
    return connection;
  }

  private static int backend(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
      row.next();
      return row.getInt(1);
    }
  }

  private void assertLost(Session.Work<?> work) {
    assertThatExceptionOfType(LogLostException.class).isThrownBy(() -> session.perform(work));
  }

  private void assertAllClosed(int count) throws SQLException {
    assertThat(opened).hasSize(count);
    for (Connection connection : opened) {
      assertThat(connection.isClosed()).isTrue();
    }
  }

  @Test
  void oneConnectionServesEveryStatement() {
    assertThat(session.perform(SessionIT::backend)).isEqualTo(session.perform(SessionIT::backend));
    assertThat(opened).hasSize(1);
  }

  @Test
  void connectionThatWasCutIsReplacedWithoutAnError() {
    int first = session.perform(SessionIT::backend);
    database.execute("SELECT pg_terminate_backend(" + first + ", 60000)");
    assertThat(session.perform(SessionIT::backend)).isNotEqualTo(first);
  }

  @Test
  void disconnectedSessionOpensAConnectionForTheNextStatement() throws SQLException {
    int first = session.perform(SessionIT::backend);
    session.disconnect();
    assertAllClosed(1);
    assertThat(session.perform(SessionIT::backend)).isNotEqualTo(first);
    assertThat(opened).hasSize(2);
  }

  @Test
  void closedSessionFailsWhatComesLateAndOpensNoConnection() throws SQLException {
    session.perform(SessionIT::backend);
    session.close();
    assertLost(SessionIT::backend);
    session.disconnect();
    assertLost(SessionIT::backend);
    assertAllClosed(1);
  }

  @Test
  void sessionThatWasClosedUnusedOpensNoConnection() throws SQLException {
    session.close();
    assertLost(SessionIT::backend);
    assertAllClosed(0);
  }

  /** It would not know of the connection, and the statement would run beside the next owner's. */
  @Test
  void connectionThatIsBeingOpenedWhenTheSessionIsClosedServesNoStatement() throws SQLException {
    whileOpening = session::close;
    AtomicInteger runs = new AtomicInteger();
    assertLost(connection -> runs.incrementAndGet());
    assertThat(runs).hasValue(0);
    assertAllClosed(1);
  }

  /** A lost connection is replaced once; this one was closed on purpose. */
  @Test
  void statementThatIsCutByTheCloseIsNotRunAgain() throws SQLException {
    session.perform(SessionIT::backend);
    AtomicInteger runs = new AtomicInteger();
    assertLost(
        connection -> {
          runs.incrementAndGet();
          session.close();
          return backend(connection);
        });
    assertThat(runs).hasValue(1);
    assertAllClosed(1);
  }

  @Test
  void transactionIsWrittenAsAWholeOrNotAtAll() {
    String insert = "INSERT INTO outbox.state (subscription, kind, name) VALUES ('main', 'held', '";
    session.transact(connection -> run(connection, insert + "a')"));
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(
            () ->
                session.transact(
                    connection -> {
                      run(connection, insert + "b')");
                      return run(connection, "SELECT 1 / 0");
                    }));
    session.transact(connection -> run(connection, insert + "c')"));
    assertThat(database.rows("SELECT name FROM outbox.state ORDER BY name"))
        .containsExactly("a", "c");
    assertThat(opened).hasSize(1);
  }

  private static boolean run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.execute(sql);
    }
  }
}
