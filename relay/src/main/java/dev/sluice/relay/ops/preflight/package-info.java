/** Whether an outbox would work, and what to do where it would not. */
package dev.sluice.relay.ops.preflight;
