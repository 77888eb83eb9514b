package dev.sluice.emulators;

import java.time.Duration;
import java.util.List;

/**
 * A counting stand-in in a process of its own, for benchmarks: prints its port, accepts everything
 * after a delay, and shows its counts under {@code /counts}; DELETE lets it count anew.
 */
public final class AwsStandInMain {

  private static final String USAGE = "usage: AwsStandInMain [--delay 15ms] [--port 0]";

  private AwsStandInMain() {}

  public static void main(String[] arguments) throws InterruptedException {
    Duration delay = Duration.ZERO;
    int port = 0;
    List<String> words = List.of(arguments);
    for (int i = 0; i + 1 < words.size(); i += 2) {
      switch (words.get(i)) {
        case "--delay" -> delay = millis(words.get(i + 1));
        case "--port" -> port = Integer.parseInt(words.get(i + 1));
        default -> throw new IllegalArgumentException(USAGE);
      }
    }
    if (words.size() % 2 != 0) {
      throw new IllegalArgumentException(USAGE);
    }
    serve(delay, port);
  }

  private static void serve(Duration delay, int port) throws InterruptedException {
    try (AwsStandIn aws = AwsStandIn.counting(port)) {
      StandInAnswer accept = StandInAnswer.accept();
      StandInAnswer answer = delay.isZero() ? accept : accept.after(delay);
      aws.answers(call -> answer);
      System.out.println(aws.endpoint().getPort());
      Thread.currentThread().join();
    }
  }

  private static Duration millis(String text) {
    if (!text.matches("[0-9]+ms")) {
      throw new IllegalArgumentException("'" + text + "' is not a delay; write it as 15ms");
    }
    return Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)));
  }
}
