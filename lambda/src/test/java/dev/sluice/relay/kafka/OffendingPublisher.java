package dev.sluice.relay.kafka;

import dev.sluice.relay.lambda.RelayHandler;
import dev.sluice.relay.postgres.OutboxStore;

/** Reaches past the SPI; see ArchitectureTest. */
public record OffendingPublisher(OutboxStore store, RelayHandler handler) {}
