package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The failures that end by themselves, and those that a person must hear of at once. */
final class PatientSourceTest {

  private static final Duration PATIENCE = Duration.ofSeconds(45);
  private final SQLException starting =
      new SQLException("FATAL: the database system is starting up", "57P03");

  private int attempts;
  private Instant now = Instant.EPOCH;

  private void open(SQLException failure, Duration attempt) throws SQLException {
    new PatientSource(
            () -> {
              attempts++;
              now = now.plus(attempt);
              throw failure;
            },
            PATIENCE,
            () -> now)
        .open();
  }

  @Test
  void databaseThatStartsIsTriedAgainWhilePatienceLasts() {
    assertThatThrownBy(() -> open(starting, PATIENCE.dividedBy(2).plusMillis(1)))
        .isSameAs(starting);
    assertThat(attempts).isEqualTo(2);
  }

  @Test
  void attemptThatTookAllPatienceIsTheLast() {
    assertThatThrownBy(() -> open(starting, PATIENCE)).isSameAs(starting);
    assertThat(attempts).isEqualTo(1);
  }

  @Test
  void whatDoesNotEndByItselfIsReportedAtOnce() {
    for (IOException cause :
        new IOException[] {new ConnectException("refused"), new UnknownHostException("db")}) {
      attempts = 0;
      SQLException failure = new SQLException("no connection", "08001", cause);
      assertThatThrownBy(() -> open(failure, Duration.ZERO)).isSameAs(failure);
      assertThat(attempts).isEqualTo(1);
    }
    attempts = 0;
    SQLException login = new SQLException("FATAL: role does not exist", "28000");
    assertThatThrownBy(() -> open(login, Duration.ZERO)).isSameAs(login);
    assertThat(attempts).isEqualTo(1);
  }
}
