package dev.sluice.lambda;

import dev.sluice.relay.log.ConnectionSource;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Tries again while a database resumes or starts: its connections hang and break until then. A lane
 * tries again by itself.
 *
 * @param patience how long after the first attempt another one may begin
 */
record PatientSource(ConnectionSource source, Duration patience, InstantSource clock)
    implements ConnectionSource {

  private static final long PAUSE_MILLIS = 500;

  /** SQLSTATE cannot_connect_now. */
  private static final String STARTING = "57P03";

  /** The driver's code, without a cause, when its limit for the whole login is over. */
  private static final String TOOK_TOO_LONG = "08001";

  PatientSource(ConnectionSource source) {
    this(source, Connections.LOGIN, InstantSource.system());
  }

  @Override
  public Connection open() throws SQLException {
    long end = clock.millis() + patience.toMillis();
    while (true) {
      try {
        return source.open();
      } catch (SQLException e) {
        if (!resuming(e) || clock.millis() >= end) {
          throw e;
        }
        pause(e);
      }
    }
  }

  /** A database that refuses connections, or a host that does not exist, does not sleep. */
  private static boolean resuming(SQLException e) {
    return e.getCause() == null
        ? STARTING.equals(e.getSQLState()) || TOOK_TOO_LONG.equals(e.getSQLState())
        : Stream.iterate(e.getCause(), Objects::nonNull, Throwable::getCause)
            .anyMatch(PatientSource::broken);
  }

  private static boolean broken(Throwable cause) {
    return switch (cause) {
      case ConnectException _ -> false;
      case SocketException _, SocketTimeoutException _, EOFException _ -> true;
      default -> false;
    };
  }

  private static void pause(SQLException failure) throws SQLException {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure;
    }
  }
}
