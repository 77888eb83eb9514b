package dev.sluice.relay.lane;

import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;

/** Configurations with a dead-letter queue that is no SQS queue. */
final class DeadLetterQueues {

  private DeadLetterQueues() {}

  static RelayConfig with(RelayConfig config, String queue) {
    return new RelayConfig(
        config.name(),
        config.database(),
        config.routes(),
        Destination.parse(queue, Format.RAW, false),
        config.mode(),
        config.batch(),
        config.retention(),
        config.lease(),
        config.publishTimeout(),
        config.orphanGrace(),
        config.metricsByStream(),
        config.environment());
  }
}
