package dev.sluice.aws.sns;

import dev.sluice.aws.Arn;
import dev.sluice.aws.BatchLimits;
import dev.sluice.aws.BatchPublisher;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Publisher;
import dev.sluice.relay.spi.PublisherContext;
import dev.sluice.relay.spi.PublisherProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** {@code sns:<topic arn>}. */
public final class SnsPublisherProvider implements PublisherProvider {

  private static final BatchLimits.Names NAMES = BatchLimits.Names.of("SNS");
  private static final BatchLimits DEFAULTS = new BatchLimits(10, 256 << 10, 64);
  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9_-]{1,256}|[A-Za-z0-9_-]{1,251}\\.fifo");

  @Override
  public String scheme() {
    return "sns";
  }

  @Override
  public Set<String> settings() {
    return NAMES.all();
  }

  @Override
  public boolean keepsOrder(Destination destination) {
    return SnsService.isFifo(destination);
  }

  @Override
  public List<String> faults(Destination destination, PublisherContext context) {
    List<String> faults = new ArrayList<>(DEFAULTS.faults(NAMES, context));
    Optional<Arn> topic =
        Arn.parse(destination.target()).filter(arn -> arn.service().equals("sns"));
    if (topic.isEmpty()) {
      faults.add("is no topic's ARN, such as sns:arn:aws:sns:eu-central-1:123456789012:orders");
    } else if (!NAME.matcher(topic.get().resource()).matches()) {
      faults.add(
          "ends in no topic's name: 1 to 256 letters, digits, '_' and '-', with .fifo at the end of a"
              + " FIFO topic's");
    }
    return faults;
  }

  @Override
  public Publisher open(PublisherContext context) {
    return new BatchPublisher<>(SnsService::new, DEFAULTS.read(NAMES, context), context);
  }
}
