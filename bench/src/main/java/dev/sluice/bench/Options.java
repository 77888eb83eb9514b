package dev.sluice.bench;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The words of a command line, read from left to right. */
final class Options {

  private final Deque<String> left;
  private String option = "";

  Options(List<String> arguments) {
    this.left = new ArrayDeque<>(arguments);
  }

  boolean any() {
    return !left.isEmpty();
  }

  String next() {
    option = left.removeFirst();
    return option;
  }

  String value() {
    if (left.isEmpty()) {
      throw new UsageException(option + " needs a value");
    }
    return left.removeFirst();
  }

  int number(int most) {
    String text = value();
    try {
      int number = Integer.parseInt(text);
      if (number >= 1 && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // As wrong as one out of bounds.
    }
    throw new UsageException(option + " is 1 to " + most + ", not '" + text + "'");
  }
}
