package dev.sluice.aws.eventbridge;

import dev.sluice.aws.Arn;
import dev.sluice.aws.BatchLimits;
import dev.sluice.aws.BatchPublisher;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** {@code eventbridge:<bus>}, by its name or its ARN. */
public final class EventBridgePublisherProvider implements PublisherProvider {

  private static final BatchLimits.Names NAMES = BatchLimits.Names.of("EVENTBRIDGE");
  private static final BatchLimits DEFAULTS = new BatchLimits(10, 1 << 20, 64);
  private static final Pattern NAME = Pattern.compile("[/.\\-_A-Za-z0-9]{1,256}");

  @Override
  public String scheme() {
    return "eventbridge";
  }

  @Override
  public Set<String> settings() {
    return NAMES.all();
  }

  @Override
  public boolean keepsOrder(Destination destination) {
    return false;
  }

  @Override
  public List<String> faults(Destination destination, PublisherContext context) {
    List<String> faults = new ArrayList<>(DEFAULTS.faults(NAMES, context));
    String bus = destination.target();
    String name =
        Arn.parse(bus)
            .filter(arn -> arn.service().equals("events"))
            .map(arn -> arn.resource().replaceFirst("^event-bus/", ""))
            .orElse(bus);
    if (!NAME.matcher(name).matches()) {
      faults.add("is neither a bus's name, such as eventbridge:orders, nor its ARN");
    }
    return faults;
  }

  @Override
  public Publisher open(PublisherContext context) {
    return new BatchPublisher<>(EventBridgeService::new, DEFAULTS.read(NAMES, context), context);
  }
}
