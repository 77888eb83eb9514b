package dev.sluice.relay.spi;

import dev.sluice.relay.config.RelayConfig;

/** Asks for more than the JDK; see ArchitectureTest. */
public record OffendingProvider(RelayConfig config) {}
