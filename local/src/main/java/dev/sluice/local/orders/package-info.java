/**
 * A small application with an outbox, the schedule of its relay, its consumers, and the ledger that
 * compares both ends: what the demo and the chaos command have in common.
 */
@NullMarked
package dev.sluice.local.orders;

import org.jspecify.annotations.NullMarked;
