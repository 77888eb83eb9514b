package dev.sluice.local.demo;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.local.Answer;
import dev.sluice.local.FunctionName;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.SluiceJar;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** The operations function, as {@code ./sluice ops} would ask it. */
final class OperatorDesk implements AutoCloseable {

  private static final String REDRIVE =
      "{\"action\":\"redrive\",\"stream\":\"%s\",\"confirm\":true,\"actor\":\"demo\","
          + "\"reason\":\"the topic takes larger messages now\"}";

  private final LocalLambda ops;

  OperatorDesk(Map<String, String> environment, LogTail log) {
    ops =
        LocalLambda.builder()
            .jar(SluiceJar.find())
            .handler(FunctionName.OPS.handler())
            .name("ops")
            .environment(environment)
            .logTo(log::add)
            .build();
  }

  /** Starts its process, so that nobody has to wait for that later. */
  void open() {
    var _ = ops.invoke("{\"action\":\"status\"}");
  }

  /** How many events are owed again. */
  int redrive(String stream) {
    Answer answer = ops.invokeAndWait(REDRIVE.formatted(stream));
    if (!(answer instanceof Answer.Answered answered)) {
      throw new IllegalStateException("the redrive failed: " + answer);
    }
    try {
      Object redriven = JSON.std.mapFrom(answered.json()).get("affected");
      return redriven instanceof Number number ? number.intValue() : 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    ops.close();
  }
}
