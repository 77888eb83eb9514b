package dev.sluice.relay.log;

import java.util.regex.Pattern;

/** Statements about what one subscription owes. */
public final class OfSubscription {

  private static final Pattern NAME = Pattern.compile("[a-z0-9-]+");

  private OfSubscription() {}

  /**
   * With the name in place of each {@code {subscription}}. As a literal, because a plan that was
   * made for any name would not know how selective this one is.
   */
  public static String sql(String statement, String subscription) {
    if (!NAME.matcher(subscription).matches()) {
      throw new IllegalArgumentException("'" + subscription + "' is not a subscription's name");
    }
    return statement.replace("{subscription}", "'" + subscription + "'");
  }
}
