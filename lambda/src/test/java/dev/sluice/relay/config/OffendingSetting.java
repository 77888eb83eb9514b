package dev.sluice.relay.config;

import dev.sluice.relay.lane.LaneReport;

/** Knows the engine; see RoomsTest. */
public record OffendingSetting(LaneReport report) {}
