package dev.sluice.cdk.cost;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A bill for people. */
public record BillText(String configuration, Bill bill, Prices prices) {

  /** The same line several times, such as that of each alarm. */
  private record Sum(int count, double dollars) {
    static final Sum NONE = new Sum(0, 0);

    Sum and(double more) {
      return new Sum(count + 1, dollars + more);
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(configuration);
    text.append(" costs %s a month\n\n".formatted(dollars(bill.total()).strip()));
    for (Part part : Part.values()) {
      sums(part).forEach((what, sum) -> text.append(line(part, what, sum)));
    }
    text.append(row("total", "", bill.total()));
    text.append(
        "\nPrices: %s of %s, kept by hand in\n%s. Check them before you rely on this.\n"
            .formatted(prices.region(), prices.date(), Prices.SOURCE));
    text.append(list("Assumed", Workload.assumptions()));
    return text.append(list("Not in it", bill.notIncluded())).toString();
  }

  private Map<String, Sum> sums(Part part) {
    Map<String, Sum> sums = new LinkedHashMap<>();
    for (Line line : bill.lines()) {
      if (line.part() == part) {
        sums.merge(line.what(), Sum.NONE.and(line.dollars()), (sum, one) -> sum.and(one.dollars()));
      }
    }
    return sums;
  }

  private static String line(Part part, String what, Sum sum) {
    boolean whole = part == Part.LOGS || sum.count() == 1;
    return row(part.label(), whole ? what : sum.count() + " x " + what, sum.dollars());
  }

  private static String row(String part, String what, double dollars) {
    return String.format(Locale.ROOT, "  %-10s %-46s %s%n", part, what, dollars(dollars));
  }

  private static String dollars(double amount) {
    return String.format(Locale.ROOT, "%9s", String.format(Locale.ROOT, "$%,.2f", amount));
  }

  private static String list(String title, Iterable<String> texts) {
    StringBuilder list = new StringBuilder(title).append(":\n");
    texts.forEach(text -> list.append("- ").append(text).append('\n'));
    return list.toString();
  }
}
