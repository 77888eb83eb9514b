package dev.sluice.aws.sqs;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.regions.Region;

/** A queue's URL, which on AWS names its region: https://sqs.eu-central-1.amazonaws.com/1/q. */
final class QueueUrl {

  private static final Pattern FORM = Pattern.compile("https?://[^/\\s]+/[^\\s?#]*[^\\s?#/]");
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9_-]{1,80}|[A-Za-z0-9_-]{1,75}\\.fifo");
  private static final Pattern ON_AWS =
      Pattern.compile(
          "https://(sqs\\.(?<region>[a-z0-9-]+)|(?<legacy>[a-z0-9-]+)\\.queue)\\.amazonaws\\.com.*");

  private QueueUrl() {}

  static boolean isOne(String text) {
    return FORM.matcher(text).matches();
  }

  static boolean namesAQueue(String url) {
    return NAME.matcher(url.substring(url.lastIndexOf('/') + 1)).matches();
  }

  static Optional<Region> region(String url) {
    Matcher queue = ON_AWS.matcher(url);
    if (!queue.matches()) {
      return Optional.empty();
    }
    String region = queue.group("region") != null ? queue.group("region") : queue.group("legacy");
    return Optional.of(Region.of(region));
  }
}
