package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AwsStandInMainIT {

  @Test
  void aProcessOfItsOwnPrintsItsPortAndShowsItsCounts() throws Exception {
    Process process = standIn("--delay", "20ms");
    try {
      int port = Integer.parseInt(process.inputReader().readLine());
      long start = System.nanoTime();

      StandInLoad.sns(port, 4, 40).run();

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(199));
      assertThat(counts(port, "GET"))
          .containsEntry("calls", 40)
          .containsEntry("entries", 400)
          .containsEntry("taken", 400)
          .containsEntry("inFlight", 0)
          .hasEntrySatisfying("mostInFlight", most -> assertThat((int) most).isBetween(1, 4))
          .containsEntry("overlappingGroups", 0)
          .containsEntry("fallingGroups", 0);
      assertThat(counts(port, "DELETE")).containsEntry("calls", 0).containsEntry("taken", 0);
    } finally {
      process.destroy();
      process.waitFor();
    }
  }

  @Test
  void anUnknownOptionIsRefused() throws Exception {
    Process process = standIn("--dely", "20ms");

    assertThat(process.waitFor()).isNotZero();
    assertThat(process.errorReader().readAllAsString()).contains("usage: AwsStandInMain");
  }

  private static Process standIn(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(AwsStandInMain.class.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).start();
  }

  private static Map<String, Object> counts(int port, String method)
      throws IOException, InterruptedException {
    try (HttpClient http = HttpClient.newHttpClient()) {
      URI counts = URI.create("http://127.0.0.1:" + port + "/counts");
      HttpRequest request =
          HttpRequest.newBuilder(counts)
              .method(method, HttpRequest.BodyPublishers.noBody())
              .version(HttpClient.Version.HTTP_1_1)
              .build();
      return JSON.std.mapFrom(http.send(request, BodyHandlers.ofString()).body());
    }
  }
}
