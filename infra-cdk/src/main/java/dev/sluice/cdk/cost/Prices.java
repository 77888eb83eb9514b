package dev.sluice.cdk.cost;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The list of prices, prices.json. */
public record Prices(Map<String, Object> list) {

  private static final String FILE = "prices.json";

  /** Where it is kept. */
  static final String SOURCE = "infra-cdk/src/main/resources/dev/sluice/cdk/cost/" + FILE;

  public static Prices read() {
    try (InputStream file = Prices.class.getResourceAsStream(FILE)) {
      return new Prices(JSON.std.mapFrom(Objects.requireNonNull(file, FILE)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String date() {
    return String.valueOf(list.get("date"));
  }

  public String region() {
    return String.valueOf(list.get("region"));
  }

  double of(String name) {
    return amount("prices", name, map("prices").get(name));
  }

  /**
   * Of an instance, by the hour. Within a family a price grows with the size.
   *
   * @param type such as m8g.2xlarge
   */
  double hour(String table, String type) {
    Map<?, ?> prices = map(table);
    if (prices.containsKey(type)) {
      return amount(table, type, prices.get(type));
    }
    int dot = type.indexOf('.');
    Object large = prices.get(type.substring(0, dot + 1) + "large");
    return large == null ? amount(table, type, null) : amount(table, type, large) * larges(type);
  }

  private static double amount(String table, String name, @Nullable Object price) {
    if (price instanceof Number number) {
      return number.doubleValue();
    }
    throw new UnknownCostException(
        "there is no price of %s; add it to %s in %s".formatted(name, table, SOURCE));
  }

  /** How many of the size {@code large} make one of this. */
  private static double larges(String type) {
    return processors(type) / 2;
  }

  /** Of an instance type of AWS, Graviton or not. */
  static double processors(String type) {
    String size = type.substring(type.lastIndexOf('.') + 1);
    if (!size.endsWith("xlarge")) {
      return 2;
    }
    String count = size.substring(0, size.length() - "xlarge".length());
    return count.isEmpty() ? 4 : 4 * Double.parseDouble(count);
  }

  /** Whether it is free, or paid by its use. */
  boolean isKnown(String type) {
    boolean free = list.get("free") instanceof List<?> types && types.contains(type);
    return free || !notIncluded(type).isEmpty();
  }

  /** Of what costs money by its use, or the empty text. */
  String notIncluded(String type) {
    Object text = map("notIncluded").get(type);
    return text == null ? "" : text.toString();
  }

  private Map<?, ?> map(String name) {
    return list.get(name) instanceof Map<?, ?> map ? map : Map.of();
  }
}
