package dev.sluice.example;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.relay.contract.FaultScript;
import dev.sluice.relay.contract.Received;
import dev.sluice.relay.contract.ScriptedBroker.CallFault;
import dev.sluice.relay.contract.ScriptedBroker.EntryFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Takes webhooks, and fails where its script says so. */
final class WebhookServer {

  private final FaultScript script;
  private final Map<String, Hook> hooks = new ConcurrentHashMap<>();
  private @Nullable HttpServer http;
  private int port;

  WebhookServer(FaultScript script) {
    this.script = script;
  }

  void addHook(String path) {
    hooks.put(path, new Hook());
  }

  Hook hook(String path) {
    return Objects.requireNonNull(hooks.get(path), path);
  }

  String address() {
    return "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + port;
  }

  /** At the same port again, once it has had one. */
  void start() {
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    http.createContext("/", this::answer);
    http.start();
    port = http.getAddress().getPort();
  }

  void stop() {
    if (http != null) {
      http.stop(0);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    Received received = read(exchange);
    Hook hook = hooks.get(exchange.getRequestURI().getPath());
    if (hook == null) {
      respond(exchange, 404);
      return;
    }
    String key = received.attributes().getOrDefault("sluice-key", "");
    script.begin(hook, key, received.id());
    Optional<CallFault> fault = script.nextCall();
    if (fault.isEmpty() || fault.get() == CallFault.THROTTLED) {
      int status = fault.isEmpty() ? take(hook, received) : 429;
      script.end(hook, key);
      respond(exchange, status);
    } else if (fault.get() == CallFault.ANSWER_LOST) {
      hook.add(received);
      exchange.close();
    }
  }

  private int take(Hook hook, Received received) {
    Optional<EntryFault> fault = script.nextEntry(received.id());
    if (fault.isEmpty()) {
      hook.add(received);
      return 202;
    }
    return switch (fault.get()) {
      case FAILED -> 500;
      case BROKER_FAULT -> 503;
      case REFUSED -> 422;
      case THROTTLED -> 429;
    };
  }

  private static void respond(HttpExchange exchange, int status) throws IOException {
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  private static Received read(HttpExchange exchange) throws IOException {
    Map<String, String> attributes = new HashMap<>();
    for (String pair : exchange.getRequestHeaders().getFirst("Sluice-Attributes").split("&", -1)) {
      String[] parts = pair.split("=", 2);
      attributes.put(URLDecoder.decode(parts[0], UTF_8), URLDecoder.decode(parts[1], UTF_8));
    }
    byte[] body = exchange.getRequestBody().readAllBytes();
    String id = Objects.requireNonNull(attributes.get("sluice-id"));
    return new Received(UUID.fromString(id), body, attributes);
  }
}
