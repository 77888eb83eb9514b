package dev.sluice.cdk.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The monthly cost of templates. Every resource is priced, or known to be free, or named among what
 * is not included: anything else is an error.
 *
 * @param notIncluded what costs money by its use, and is in no line
 */
public record Bill(List<Line> lines, List<String> notIncluded) {

  private static final String ALWAYS_NOT_INCLUDED =
      "tax, free tier, discounts, data transfer, and nudges of the relay";

  public Bill {
    lines = List.copyOf(lines);
    notIncluded = List.copyOf(notIncluded);
  }

  /**
   * @param templates of CloudFormation, as the CDK writes them
   */
  public static Bill of(List<Map<String, Object>> templates, Prices prices) {
    List<Resource> all = Resource.in(templates);
    Pricing pricing = Pricing.of(all, prices);
    List<Line> lines = new ArrayList<>();
    Set<String> unknown = new TreeSet<>();
    for (Resource resource : all) {
      Optional<Stream<Line>> priced = pricing.lines(resource);
      priced.ifPresent(some -> some.forEach(lines::add));
      if (priced.isEmpty() && !prices.isKnown(resource.type())) {
        unknown.add(resource.type());
      }
    }
    if (!unknown.isEmpty()) {
      throw new UnknownCostException(
          "nobody has said what %s cost; give each a price in Pricing, or name it under 'free' or 'notIncluded' in %s"
              .formatted(unknown, Prices.SOURCE));
    }
    return new Bill(lines, notIncluded(all, prices));
  }

  private static List<String> notIncluded(List<Resource> all, Prices prices) {
    Stream<String> byType =
        all.stream()
            .map(resource -> prices.notIncluded(resource.type()))
            .filter(text -> !text.isEmpty())
            .distinct()
            .sorted();
    return Stream.concat(Stream.of(ALWAYS_NOT_INCLUDED), byType).toList();
  }

  public double total() {
    return lines.stream().mapToDouble(Line::dollars).sum();
  }

  public double of(Part part) {
    return lines.stream().filter(line -> line.part() == part).mapToDouble(Line::dollars).sum();
  }
}
