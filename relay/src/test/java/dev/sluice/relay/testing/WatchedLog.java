package dev.sluice.relay.testing;

import dev.sluice.relay.lane.EventLog;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/** The real log; a test may act just before a statement. */
public final class WatchedLog {

  private WatchedLog() {}

  /**
   * @param before gets the name of the method of {@link EventLog}, on the thread that calls it
   */
  public static EventLog of(EventLog log, Consumer<String> before) {
    return (EventLog)
        Proxy.newProxyInstance(
            EventLog.class.getClassLoader(),
            new Class<?>[] {EventLog.class},
            (proxy, method, arguments) -> {
              before.accept(method.getName());
              try {
                return method.invoke(log, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
