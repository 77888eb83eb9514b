package dev.sluice.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.lambda.telemetry.RelayTelemetry;
import dev.sluice.lambda.telemetry.Telemetry;
import dev.sluice.relay.Relay;
import dev.sluice.relay.config.Mode;
import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.lane.Invocation;
import dev.sluice.relay.lane.LaneReport;
import dev.sluice.relay.log.PostgresLog;
import dev.sluice.relay.spi.PublisherContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.crac.Core;
import org.crac.Resource;

/** The function that the schedule invokes: drains the outbox and answers with a report. */
public final class RelayHandler implements RequestStreamHandler, Resource {

  private final CurrentConfig current;
  private final WatchedSource source;
  private final Telemetry telemetry;
  private RelayConfig config;
  private Relay relay;

  public RelayHandler() {
    this(System.getenv());
  }

  RelayHandler(Map<String, String> environment) {
    this(environment, StandardOutput::print);
  }

  RelayHandler(Map<String, String> environment, Consumer<String> lines) {
    this(new CurrentConfig(environment), lines);
  }

  RelayHandler(CurrentConfig current, Consumer<String> lines) {
    this.current = current;
    current.refresh();
    config = current.required();
    telemetry = StandardOutput.telemetry(config.name(), config.environment(), lines);
    source = new WatchedSource(Connections.source(config.database()));
    relay = relay(config, source);
    Core.getGlobalContext().register(this);
  }

  private static Relay relay(RelayConfig config, WatchedSource source) {
    return new Relay(
        config,
        subscription -> new PostgresLog(source, subscription.name(), config.registration()),
        () -> Publishers.load(new PublisherContext(config.environment(), config.publishTimeout())),
        System::nanoTime,
        RandomGenerator::getDefault);
  }

  /** Other routes may need other producers. */
  private void follow(RelayConfig now) {
    if (!now.equals(config)) {
      relay.close();
      config = now;
      relay = relay(now, source);
    }
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    telemetry.begin(StandardOutput.correlation(context));
    RelayTelemetry listener = telemetry.relay();
    LaneReport report = null;
    try {
      Invocation invocation = InvocationText.parse(input);
      boolean read = current.refresh();
      follow(current.required());
      String owner = context.getFunctionName() + "/" + context.getAwsRequestId();
      Duration remaining = Duration.ofMillis(context.getRemainingTimeInMillis());
      report = relay.run(invocation, owner, remaining, listener);
      if (report.leasedShards() == 0) {
        source.throwIfOutOfReach();
      }
      if (read) {
        current.throwIfOutdated();
      }
    } catch (RuntimeException | Error e) {
      telemetry.failed(e);
      throw e;
    } finally {
      if (config.mode() == Mode.DRAIN) {
        relay.disconnect(); // a database with a connection does not sleep
      }
      listener.end(report);
    }
    output.write(JSON.std.asString(report.toMap()).getBytes(StandardCharsets.UTF_8));
  }

  /** No connection, producer or random identity may be copied into every restored environment. */
  @Override
  public void beforeCheckpoint(org.crac.Context<? extends Resource> context) {
    relay.close();
  }

  /** Everything is opened again by the first event that needs it; the snapshot's routes are old. */
  @Override
  public void afterRestore(org.crac.Context<? extends Resource> context) {
    current.forget();
  }
}
