/** One event that is sent all the way, to show that an outbox works. */
package dev.sluice.relay.ops.probe;
