package dev.sluice.relay.spi;

import dev.sluice.relay.config.RelayConfig;

/** Asks for more than the JDK; see RoomsTest. */
public record OffendingProvider(RelayConfig config) {}
