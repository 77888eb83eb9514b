package dev.sluice.relay.ops.status;

import dev.sluice.relay.ops.move.Moves;

/** Knows another room of the operators; see RoomsTest. */
public record OffendingGauges(Moves moves) {}
