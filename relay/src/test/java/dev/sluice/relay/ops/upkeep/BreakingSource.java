package dev.sluice.relay.ops.upkeep;

import dev.sluice.relay.log.ConnectionSource;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Connections of a process that dies just before, or just after, one of its commits. It opens none
 * after its death.
 */
final class BreakingSource implements ConnectionSource {

  /** No code of the process runs after it. */
  static final class Death extends Error {
    private static final long serialVersionUID = 1;
  }

  private final ConnectionSource source;
  private final int last;
  private final boolean after;
  private int steps;
  private boolean dead;

  /**
   * @param last the commit at which the process dies
   * @param after after the server has carried it out
   */
  BreakingSource(ConnectionSource source, int last, boolean after) {
    this.source = source;
    this.last = last;
    this.after = after;
  }

  @Override
  public Connection open() throws SQLException {
    if (dead) {
      throw new Death();
    }
    Connection real = source.open();
    return wrap(Connection.class, real, real);
  }

  private <T> T wrap(Class<T> type, T target, Connection connection) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> call(target, connection, method, arguments)));
  }

  private Object call(Object target, Connection connection, Method method, Object[] arguments)
      throws Throwable {
    String name = method.getName();
    boolean step =
        name.equals("commit") || (name.startsWith("execute") && connection.getAutoCommit());
    boolean dies = step && ++steps == last;
    if (dies && !after) {
      throw death(connection);
    }
    Object result;
    try {
      result = method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
    if (dies) {
      throw death(connection);
    }
    return result instanceof Statement statement && name.contains("tatement")
        ? wrap(method.getReturnType().asSubclass(Statement.class), statement, connection)
        : result;
  }

  private Death death(Connection connection) throws SQLException {
    dead = true;
    connection.close();
    return new Death();
  }
}
