package dev.sluice.relay.wire;

import dev.sluice.relay.config.RelayConfig;

/** Asks for more than the SPI; see RoomsTest. */
public record OffendingShape(RelayConfig config) {}
