/** The state of an outbox, and pauses by a person. */
package dev.sluice.relay.ops.status;
