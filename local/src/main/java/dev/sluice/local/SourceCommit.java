package dev.sluice.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;

/** What git says about the sources around the jar; nothing where there is no git or no history. */
final class SourceCommit {

  private SourceCommit() {}

  static String of(Path jar) {
    Path directory = jar.toAbsolutePath().getParent();
    try {
      Process git =
          new ProcessBuilder(
                  "git", "-C", String.valueOf(directory), "describe", "--always", "--dirty")
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String answer = new String(git.getInputStream().readAllBytes(), UTF_8).strip();
      return git.waitFor() == 0 && !answer.isEmpty() ? ", sources at " + answer : "";
    } catch (IOException e) {
      return ""; // no git
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
