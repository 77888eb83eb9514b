package dev.sluice.local;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** A command's arguments, taken one after the other. */
public final class Arguments {

  private final String command;
  private final String usage;
  private final Deque<String> left;

  public Arguments(String command, List<String> arguments, String usage) {
    this.command = command;
    this.usage = usage;
    this.left = new ArrayDeque<>(arguments);
  }

  public boolean remain() {
    return !left.isEmpty();
  }

  public String next() {
    return left.removeFirst();
  }

  /** The one that follows an option. */
  public String value(String option) {
    if (left.isEmpty()) {
      throw fault(option + " needs a value");
    }
    return left.removeFirst();
  }

  public int number(String option, int least, int most) {
    String text = value(option);
    if (text.matches("\\d{1,7}")) {
      int number = Integer.parseInt(text);
      if (number >= least && number <= most) {
        return number;
      }
    }
    throw fault("%s is %d to %d, not '%s'".formatted(option, least, most, text));
  }

  public UsageException unknown(String argument) {
    return fault("%s does not know '%s'".formatted(command, argument));
  }

  private UsageException fault(String message) {
    return new UsageException(usage.isEmpty() ? message : message + "\n\n" + usage);
  }
}
