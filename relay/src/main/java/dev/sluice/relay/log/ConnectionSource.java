package dev.sluice.relay.log;

import java.sql.Connection;
import java.sql.SQLException;

/** Opens a connection, with whatever token or password is good now. */
@FunctionalInterface
public interface ConnectionSource {
  Connection open() throws SQLException;
}
