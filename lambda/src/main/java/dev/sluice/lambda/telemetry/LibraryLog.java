package dev.sluice.lambda.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * Turns what the libraries log into lines of the log. Nothing below a warning: the driver and the
 * clients would write down statements, requests and so payloads.
 */
final class LibraryLog extends Handler {

  private final JsonLog jsonLog;
  private final SimpleFormatter text = new SimpleFormatter();

  private LibraryLog(JsonLog jsonLog) {
    this.jsonLog = jsonLog;
  }

  static void install(JsonLog jsonLog) {
    Logger root = Logger.getLogger("");
    for (Handler handler : root.getHandlers()) {
      root.removeHandler(handler);
    }
    boolean graver = jsonLog.least().atLeast(Level.ERROR);
    root.setLevel(graver ? java.util.logging.Level.SEVERE : java.util.logging.Level.WARNING);
    root.addHandler(new LibraryLog(jsonLog));
  }

  @Override
  public void publish(LogRecord line) {
    if (line.getLevel().intValue() < java.util.logging.Level.WARNING.intValue()) {
      return;
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("logger", String.valueOf(line.getLoggerName()));
    Throwable thrown = line.getThrown();
    if (thrown != null) {
      fields.put("error", thrown.toString());
    }
    boolean severe = line.getLevel().intValue() >= java.util.logging.Level.SEVERE.intValue();
    jsonLog.write(severe ? Level.ERROR : Level.WARN, text.formatMessage(line), fields);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
