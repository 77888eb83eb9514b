package dev.sluice.kafka;

import dev.sluice.lambda.RelayHandler;
import dev.sluice.relay.postgres.OutboxStore;

/** Reaches past the SPI; see ArchitectureTest. */
public record OffendingPublisher(OutboxStore store, RelayHandler handler) {}
