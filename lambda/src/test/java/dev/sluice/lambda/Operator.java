package dev.sluice.lambda;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.lambda.testing.InvocationContext;
import dev.sluice.relay.ops.move.DeadLetterQueue;
import dev.sluice.relay.testing.EmptyDatabase;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.crac.Core;

/** Asks the operators' function, with the least privilege it works with. */
final class Operator implements AutoCloseable {

  private final OpsHandler handler;

  Operator(TestDatabase database, String routes) {
    this(environment(database, routes));
  }

  Operator(Map<String, String> environment) {
    this(new OpsHandler(environment));
  }

  /** With a dead-letter queue of the test's own. */
  Operator(Map<String, String> environment, DeadLetterQueue queue) {
    this(new OpsHandler(environment, queue));
  }

  private Operator(OpsHandler handler) {
    this.handler = handler;
  }

  static Map<String, String> environment(TestDatabase database, String routes) {
    Map<String, String> environment = EmptyDatabase.environment(database.url(), "outbox_operator");
    environment.put("SLUICE_ROUTES", routes);
    return environment;
  }

  static String blocking(String broker) {
    return TestRelay.routeTo(broker).replace("}]", ",\"onDead\":\"BLOCK\"}]");
  }

  /** In single quotes, for the eye. */
  Map<String, Object> ask(String request) {
    return ask(request, new InvocationContext());
  }

  Map<String, Object> ask(String request, InvocationContext context) {
    try {
      return JSON.std.mapFrom(invoke(request, context));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The answer as text: a page is no object. */
  String invoke(String request) {
    return invoke(request, new InvocationContext());
  }

  private String invoke(String request, InvocationContext context) {
    try {
      return InvocationContext.invoke(handler, request.replace('\'', '"'), context);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> map(Map<String, Object> answer, String name) {
    return (Map<String, Object>) Objects.requireNonNull(answer.get(name));
  }

  @SuppressWarnings("unchecked")
  static List<Map<String, Object>> list(Map<String, Object> answer, String name) {
    return (List<Map<String, Object>>) Objects.requireNonNull(answer.get(name));
  }

  @Override
  public void close() {
    handler.beforeCheckpoint(Core.getGlobalContext());
  }
}
