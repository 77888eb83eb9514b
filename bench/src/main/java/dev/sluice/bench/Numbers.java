package dev.sluice.bench;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers as a report shows them. */
final class Numbers {

  private Numbers() {}

  static double round(double number, int decimals) {
    return BigDecimal.valueOf(number).setScale(decimals, RoundingMode.HALF_EVEN).doubleValue();
  }
}
