package dev.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import dev.sluice.lambda.telemetry.Correlation;
import dev.sluice.lambda.telemetry.JsonLog;
import dev.sluice.lambda.telemetry.Level;
import dev.sluice.lambda.telemetry.Telemetry;
import dev.sluice.relay.config.MetricDimensions;
import dev.sluice.relay.config.Settings;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Where the functions' lines go: each is one write, for Lambda takes what comes between two line
 * ends as one event. The runtime's own logger would wrap a JSON object in another.
 */
final class StandardOutput {

  private StandardOutput() {}

  static void print(String line) {
    PrintStream out = System.out;
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    out.write(bytes, 0, bytes.length);
    out.flush();
  }

  static Telemetry telemetry(
      String outbox, Map<String, String> environment, Consumer<String> lines) {
    Level least = Level.named(environment.get("AWS_LAMBDA_LOG_LEVEL"));
    boolean byStream = MetricDimensions.byStream(new Settings(environment));
    return new Telemetry(new JsonLog(outbox, least, byStream, lines, InstantSource.system()));
  }

  static Correlation correlation(Context context) {
    return Correlation.of(
        context.getAwsRequestId(), context.getFunctionName(), context.getXrayTraceId());
  }
}
