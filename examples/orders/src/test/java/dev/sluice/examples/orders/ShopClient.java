package dev.sluice.examples.orders;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** A customer of the service. */
final class ShopClient implements AutoCloseable {

  private final HttpClient http = HttpClient.newHttpClient();
  private final int port;

  ShopClient(int port) {
    this.port = port;
  }

  HttpResponse<String> place(String item, int quantity) throws IOException, InterruptedException {
    return send("POST", "/orders?item=%s&quantity=%d".formatted(item, quantity));
  }

  HttpResponse<String> change(String id, int quantity) throws IOException, InterruptedException {
    return send("PUT", "/orders/%s?quantity=%d".formatted(id, quantity));
  }

  private HttpResponse<String> send(String method, String path)
      throws IOException, InterruptedException {
    URI uri = URI.create("http://localhost:" + port + path);
    HttpRequest request =
        HttpRequest.newBuilder(uri).method(method, BodyPublishers.noBody()).build();
    return http.send(request, BodyHandlers.ofString());
  }

  @Override
  public void close() {
    http.close();
  }
}
