/**
 * Redrive, discard and replay: what they would do, and what they do, in SQL. They change
 * outbox.held, where the lanes find the change.
 */
package dev.sluice.relay.ops.move;
