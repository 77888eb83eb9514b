package dev.sluice.relay.ops.request;

import dev.sluice.relay.config.OpsConfig;
import dev.sluice.relay.config.Subscription;
import dev.sluice.relay.log.Session;
import dev.sluice.relay.log.Subscriptions;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds the subscription that a request means. */
public record MeantSubscription(Session session, OpsConfig config) {

  /**
   * @param asked by the request; null where there is only one
   */
  public String of(String action, @Nullable String asked) {
    if (asked == null) {
      List<String> routed = config.subscriptionNames();
      if (routed.size() > 1) {
        throw new RefusedException(
            action, List.of("'subscription' is missing; choose one of " + routed));
      }
      return routed.isEmpty() ? Subscription.MAIN : routed.getFirst();
    }
    Set<String> names = new TreeSet<>(config.subscriptionNames());
    names.addAll(Subscriptions.names(session));
    if (!names.contains(asked)) {
      throw new RefusedException(
          action, List.of("'subscription' is %s; it must be one of %s".formatted(asked, names)));
    }
    return asked;
  }
}
