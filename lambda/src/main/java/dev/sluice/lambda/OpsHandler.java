package dev.sluice.lambda;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.aws.sqs.QueueSweep;
import dev.sluice.lambda.telemetry.Telemetry;
import dev.sluice.relay.config.OpsConfig;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.ops.Command;
import dev.sluice.relay.ops.CommandText;
import dev.sluice.relay.ops.Ops;
import dev.sluice.relay.ops.WidgetInput;
import dev.sluice.relay.ops.move.DeadLetterQueue;
import dev.sluice.relay.ops.probe.UndeliveredException;
import dev.sluice.relay.ops.request.Caller;
import dev.sluice.relay.ops.request.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.crac.Core;
import org.crac.Resource;

/** The function that an operator invokes, to look at the outbox and to move, pause or clean. */
public final class OpsHandler implements RequestStreamHandler, Resource {

  private final CurrentConfig current;
  private final Function<OpsConfig, DeadLetterQueue> queues;
  private final Telemetry telemetry;
  private OpsConfig config;
  private Ops ops;

  public OpsHandler() {
    this(System.getenv());
  }

  OpsHandler(Map<String, String> environment) {
    this(new CurrentConfig(environment), OpsHandler::queue, StandardOutput::print);
  }

  OpsHandler(Map<String, String> environment, DeadLetterQueue queue) {
    this(environment, queue, StandardOutput::print);
  }

  OpsHandler(Map<String, String> environment, DeadLetterQueue queue, Consumer<String> lines) {
    this(new CurrentConfig(environment), _ -> queue, lines);
  }

  OpsHandler(
      CurrentConfig current, Function<OpsConfig, DeadLetterQueue> queues, Consumer<String> lines) {
    this.current = current;
    this.queues = queues;
    config = config(current);
    telemetry = StandardOutput.telemetry(config.name(), current.environment(), lines);
    ops = ops(config, queues, telemetry);
    Core.getGlobalContext().register(this);
  }

  private static OpsConfig config(CurrentConfig current) {
    current.refresh();
    return OpsConfig.of(current.environment(), current.find(), current.fault());
  }

  private static DeadLetterQueue queue(OpsConfig config) {
    RelayConfig relay = config.relay();
    return relay == null || relay.deadLetters() == null
        ? DeadLetterQueue.NONE
        : new DeadLetterSweep(new QueueSweep(relay.deadLetters().target(), relay.environment()));
  }

  private static Ops ops(
      OpsConfig config, Function<OpsConfig, DeadLetterQueue> queues, Telemetry telemetry) {
    return new Ops(
        config,
        new PatientSource(Connections.source(config.database())),
        queues.apply(config),
        InstantSource.system(),
        telemetry::measured);
  }

  private void follow(OpsConfig now) {
    if (!now.equals(config)) {
      config = now;
      ops = ops(now, queues, telemetry);
    }
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    telemetry.begin(StandardOutput.correlation(context));
    try {
      follow(config(current));
      Object answer = act(WidgetInput.into(request(input)), context);
      output.write(JSON.std.asString(answer).getBytes(StandardCharsets.UTF_8));
    } catch (RuntimeException | Error e) {
      telemetry.failed(e);
      throw e;
    } finally {
      ops.disconnect(); // a database with a connection does not sleep
    }
  }

  /** A dashboard shows a text as the page that it is. */
  private Object act(Map<String, Object> request, Context context) {
    Deadline deadline = new Deadline(context::getRemainingTimeInMillis, OpsHandler::pause);
    String actor = actor(request, context);
    String action = String.valueOf(request.get("action"));
    InvokedAlias alias = new InvokedAlias(context.getInvokedFunctionArn());
    Caller caller = new Caller(actor, context.getAwsRequestId(), alias.arn(), alias.changing());
    Command command = CommandText.parse(request);
    alias.require(command, action);
    Map<String, Object> answer =
        command instanceof Command.Probe probe && probe.metrics()
            ? probe(probe, caller, deadline)
            : ops.run(command, caller, deadline);
    telemetry.acted(action, actor, answer);
    return command instanceof Command.Widget ? answer.getOrDefault("html", "") : answer;
  }

  /**
   * A probe that was not delivered has an alarm of its own, and need not be a failed invocation.
   */
  private Map<String, Object> probe(Command.Probe probe, Caller caller, Deadline deadline) {
    boolean delivered = false;
    try {
      Map<String, Object> answer = ops.run(probe, caller, deadline);
      delivered = true;
      return answer;
    } catch (UndeliveredException e) {
      telemetry.undelivered(e);
      return Map.of(
          "action", "probe", "delivered", false, "reason", String.valueOf(e.getMessage()));
    } finally {
      telemetry.probed(delivered);
    }
  }

  private static Map<String, Object> request(InputStream input) throws IOException {
    String text = new String(input.readAllBytes(), StandardCharsets.UTF_8);
    try {
      return JSON.std.mapFrom(text);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "the event is not a JSON object; send {\"action\": \"status\"}", e);
    }
  }

  /** Who the platform says it is, then who the client says it is, then who the request says. */
  private static String actor(Map<String, Object> request, Context context) {
    CognitoIdentity identity = context.getIdentity();
    ClientContext client = context.getClientContext();
    return Stream.of(
            identity == null ? null : identity.getIdentityId(),
            client == null || client.getCustom() == null ? null : client.getCustom().get("actor"),
            request.get("actor"))
        .filter(Objects::nonNull)
        .map(String::valueOf)
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .distinct()
        .collect(Collectors.joining(", for "));
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the next minute", e);
    }
  }

  /** No connection may be copied into every restored environment. */
  @Override
  public void beforeCheckpoint(org.crac.Context<? extends Resource> context) {
    ops.disconnect();
  }

  /** The next action that needs one opens it; the snapshot's routes are old. */
  @Override
  public void afterRestore(org.crac.Context<? extends Resource> context) {
    current.forget();
  }
}
