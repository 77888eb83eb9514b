package dev.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.lane.Invocation;
import dev.sluice.relay.lane.Lane;
import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.log.PostgresLog;
import dev.sluice.relay.spi.PublisherContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Drains the second edition's log. It takes the place of RelayHandler when the log is complete. */
public final class LogHandler implements RequestStreamHandler {

  private final RelayConfig config;
  private final PostgresLog reader;
  private final PostgresLog settler;
  private final Publishers publishers;

  public LogHandler() {
    config = RelayConfig.parse(Environment.read());
    var source = Connections.source(config.database());
    reader = new PostgresLog(source::open);
    settler = new PostgresLog(source::open);
    publishers =
        Publishers.load(new PublisherContext(config.environment(), config.publishTimeout()));
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    long start = System.nanoTime();
    Lane lane =
        new Lane(
            config,
            reader,
            settler,
            publishers,
            System::nanoTime,
            RandomGenerator.getDefault(),
            Invocation.WHOLE,
            context.getFunctionName() + "/" + context.getAwsRequestId());
    LaneReport report = lane.run(Duration.ofMillis(context.getRemainingTimeInMillis()));
    output.write(
        JSON.std.asBytes(
            Map.of(
                "published", report.published(),
                "failed", report.failed(),
                "dead", report.dead(),
                "batches", report.batches(),
                "leasedShards", report.leasedShards(),
                "stopped", report.stopped(),
                "millis", (System.nanoTime() - start) / 1_000_000)));
  }
}
