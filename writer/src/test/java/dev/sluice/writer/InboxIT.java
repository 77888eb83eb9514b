package dev.sluice.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
final class InboxIT {

  @RegisterExtension static final Database DATABASE = new Database();

  private final ExecutorService others = Executors.newCachedThreadPool();
  private final UUID id = UuidV7.next();

  @AfterEach
  void stop() {
    others.shutdownNow();
  }

  @Test
  void secondDeliveryIsNotTheFirst() throws SQLException {
    Connection connection = DATABASE.application();

    assertThat(Inbox.firstTime(connection, "billing", id)).isTrue();
    assertThat(Inbox.firstTime(connection, "billing", id)).isFalse();
    connection.commit();
    assertThat(Inbox.firstTime(connection, "billing", id)).isFalse();
  }

  @Test
  void everyConsumerHasItsOwnFirstTime() throws SQLException {
    Connection connection = DATABASE.application();

    assertThat(Inbox.firstTime(connection, "billing", id)).isTrue();
    assertThat(Inbox.firstTime(connection, "shipping", id)).isTrue();
  }

  @Test
  void rollbackForgets() throws SQLException {
    Connection connection = DATABASE.application();
    assertThat(Inbox.firstTime(connection, "billing", id)).isTrue();

    connection.rollback();

    assertThat(Inbox.firstTime(connection, "billing", id)).isTrue();
  }

  @Test
  void ofTwoConcurrentConsumersOneIsFirst() throws Exception {
    Connection first = DATABASE.application();
    assertThat(Inbox.firstTime(first, "billing", id)).isTrue();
    Future<Boolean> second = others.submit(this::firstTimeElsewhere);
    DATABASE.awaitWaiter("transactionid");

    first.commit();

    assertThat(second.get()).isFalse();
  }

  @Test
  void rollbackMakesTheWaitingOneTheFirst() throws Exception {
    Connection first = DATABASE.application();
    assertThat(Inbox.firstTime(first, "billing", id)).isTrue();
    Future<Boolean> second = others.submit(this::firstTimeElsewhere);
    DATABASE.awaitWaiter("transactionid");

    first.rollback();

    assertThat(second.get()).isTrue();
  }

  @Test
  void autocommitIsRefused() throws SQLException {
    Connection connection = DATABASE.autocommitting();

    assertThatExceptionOfType(NoTransactionException.class)
        .isThrownBy(() -> Inbox.firstTime(connection, "billing", id));
    assertThat(DATABASE.read("SELECT consumer FROM outbox.inbox")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\u0000b", "a\ud800"})
  void unusableConsumerLeavesTheTransactionUsable(String consumer) throws SQLException {
    Connection connection = DATABASE.application();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Inbox.firstTime(connection, consumer, id));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Inbox.firstTime(connection, "é".repeat(129), id));

    assertThat(Inbox.firstTime(connection, "é".repeat(128), id)).isTrue();
  }

  private boolean firstTimeElsewhere() throws SQLException {
    Connection connection = DATABASE.application();
    boolean first = Inbox.firstTime(connection, "billing", id);
    connection.commit();
    return first;
  }
}
