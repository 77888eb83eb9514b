package dev.sluice.emulators;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A counting stand-in in a process of its own, for benchmarks: prints its port, accepts everything
 * after a delay, and shows its counts under {@code /counts}; DELETE lets it count anew.
 */
public final class AwsStandInMain {

  private static final Pattern DELAY = Pattern.compile("--delay ([0-9]+)ms");

  private AwsStandInMain() {}

  public static void main(String[] arguments) throws InterruptedException {
    Matcher delay = DELAY.matcher(String.join(" ", arguments));
    if (!delay.matches()) {
      throw new IllegalArgumentException("usage: AwsStandInMain --delay 15ms");
    }
    StandInAnswer answer =
        StandInAnswer.accept().after(Duration.ofMillis(Long.parseLong(delay.group(1))));
    try (AwsStandIn aws = AwsStandIn.counting()) {
      aws.answers(call -> answer);
      System.out.println(aws.endpoint().getPort());
      Thread.currentThread().join();
    }
  }
}
