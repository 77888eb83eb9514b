package dev.sluice.aws;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.regions.Region;

/** An Amazon Resource Name, {@code arn:aws:sns:eu-central-1:123456789012:orders}. */
public record Arn(String service, String region, String resource) {

  private static final Pattern FORM =
      Pattern.compile(
          "arn:[a-z0-9-]+:(?<service>[a-z0-9-]+):(?<region>[a-z0-9-]+):\\d{12}:(?<resource>\\S+)");

  public static Optional<Arn> parse(String text) {
    Matcher arn = FORM.matcher(text);
    return arn.matches()
        ? Optional.of(new Arn(arn.group("service"), arn.group("region"), arn.group("resource")))
        : Optional.empty();
  }

  public static Optional<Region> region(String text) {
    return parse(text).map(arn -> Region.of(arn.region()));
  }
}
