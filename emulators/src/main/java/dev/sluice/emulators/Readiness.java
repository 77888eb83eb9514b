package dev.sluice.emulators;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Asks an emulator for its health until it answers. */
final class Readiness {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration BETWEEN_QUESTIONS = Duration.ofMillis(30);

  private Readiness() {}

  static void await(HostEmulator emulator) {
    URI health = emulator.endpoint().resolve(emulator.program().health());
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try (HttpClient client = HttpClient.newHttpClient()) {
      while (!answers(client, health)) {
        if (emulator.process().endsWithin(BETWEEN_QUESTIONS)) {
          throw failure(emulator, "ended with code " + emulator.process().exitCode());
        }
        if (System.nanoTime() > deadline) {
          throw failure(emulator, "does not answer " + health);
        }
      }
    }
  }

  private static boolean answers(HttpClient client, URI health) {
    HttpRequest question = HttpRequest.newBuilder(health).timeout(Duration.ofSeconds(10)).build();
    try {
      return client.send(question, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + health, e);
    }
  }

  private static IllegalStateException failure(HostEmulator emulator, String fate) {
    String output = LogTail.of(emulator.process().output());
    return new IllegalStateException(
        "%s %s. It said last:%n%s".formatted(emulator.name(), fate, output));
  }
}
