package dev.sluice.kafka;

import dev.sluice.lambda.RelayHandler;
import dev.sluice.relay.log.PostgresLog;

/** Reaches past the SPI; see ArchitectureTest. */
public record OffendingPublisher(PostgresLog log, RelayHandler handler) {}
