package dev.sluice.relay.config;

import dev.sluice.relay.RelayReport;

/** Knows the engine; see ArchitectureTest. */
public record OffendingSetting(RelayReport report) {}
