/** Upkeep: the tables stay small, and slots are empty when their turn comes. */
package dev.sluice.relay.ops.upkeep;
