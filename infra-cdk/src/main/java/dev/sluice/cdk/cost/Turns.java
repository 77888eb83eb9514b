package dev.sluice.cdk.cost;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How often a schedule invokes its function.
 *
 * @param minutes between two turns
 */
record Turns(double minutes) {

  private static final Pattern RATE = Pattern.compile("rate\\((\\d+) (minute|hour|day)s?\\)");
  private static final Pattern DAILY = Pattern.compile("cron\\(\\d+ \\d+ \\* \\* \\? \\*\\)");
  private static final double DAY = 24 * 60;

  static Turns of(Resource schedule) {
    String expression = schedule.text("ScheduleExpression");
    Matcher rate = RATE.matcher(expression);
    if (rate.matches()) {
      return new Turns(Double.parseDouble(rate.group(1)) * minutes(rate.group(2)));
    }
    if (DAILY.matcher(expression).matches()) {
      return new Turns(DAY);
    }
    throw new UnknownCostException(
        "%s is scheduled by %s; only a rate, and a cron expression for once a day, have a known cost"
            .formatted(schedule.id(), expression));
  }

  private static double minutes(String unit) {
    return switch (unit) {
      case "minute" -> 1;
      case "hour" -> 60;
      default -> DAY;
    };
  }

  double aMonth() {
    return Workload.MINUTES / minutes;
  }

  String text() {
    if (minutes == DAY) {
      return "once a day";
    }
    return minutes == 1 ? "each minute" : "each %.0f minutes".formatted(minutes);
  }
}
