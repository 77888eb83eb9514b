package dev.sluice.relay.log;

import dev.sluice.relay.config.Subscription;

/** Statements about what one subscription owes. */
public final class OfSubscription {

  private OfSubscription() {}

  /**
   * With the name in place of each {@code {subscription}}. As a literal, because a plan that was
   * made for any name would not know how selective this one is; a name has no quotes.
   */
  public static String sql(String statement, String subscription) {
    return statement.replace("{subscription}", "'" + Subscription.checked(subscription) + "'");
  }
}
