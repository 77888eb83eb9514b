/** What an operator may do with an outbox: the dispatcher. Each action has a room of its own. */
package dev.sluice.relay.ops;
