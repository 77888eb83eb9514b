package dev.sluice.emulators;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.Map;

/** One HTTP response. */
record StandInResponse(int status, String contentType, Map<String, String> headers, byte[] body) {

  StandInResponse(int status, String contentType, byte[] body) {
    this(status, contentType, Map.of(), body);
  }

  void send(HttpExchange exchange) throws IOException {
    send(exchange, body.length);
  }

  /** The connection closes in the middle of the body. */
  void sendHalf(HttpExchange exchange) throws IOException {
    send(exchange, body.length / 2);
  }

  private void send(HttpExchange exchange, int length) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", contentType);
    headers.forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body, 0, length);
    exchange.getResponseBody().flush();
    exchange.close();
  }
}
