package dev.sluice.bench;

import dev.sluice.emulators.AwsStandInMain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The stand-in for AWS in a process of its own, to distinguish its work from the function's. */
final class StandIn implements Broker {

  private final Process process;
  private final URI endpoint;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private StandIn(Process process, URI endpoint) {
    this.process = process;
    this.endpoint = endpoint;
  }

  /** Every call is answered after the delay. */
  static StandIn start(Duration delay) {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            AwsStandInMain.class.getName(),
            "--delay",
            delay.toMillis() + "ms");
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
      String port = process.inputReader().readLine();
      if (port == null) {
        throw new IllegalStateException(
            "the stand-in ended with code " + process.onExit().join().exitValue());
      }
      return new StandIn(process, URI.create("http://127.0.0.1:" + port));
    } catch (IOException e) {
      throw new UncheckedIOException("the stand-in does not start", e);
    }
  }

  @Override
  public String endpoint() {
    return endpoint.toString();
  }

  @Override
  public long pid() {
    return process.pid();
  }

  /** It counts anew. */
  @Override
  public void forget() {
    ask("DELETE");
  }

  @Override
  public Taken taken() {
    return Taken.of(Fields.parse(ask("GET")));
  }

  private String ask(String method) {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint.resolve("/counts"))
            .method(method, BodyPublishers.noBody())
            .build();
    return http.sendAsync(request, BodyHandlers.ofString()).join().body();
  }

  @Override
  public void close() {
    http.close();
    process.destroy();
    process.onExit().join();
  }
}
