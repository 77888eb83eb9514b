package dev.sluice.relay.contract;

import dev.sluice.relay.testing.FakeBroker;

/** Asks for more than the jar brings; see ArchitectureTest. */
public record OffendingContract(FakeBroker broker) {}
