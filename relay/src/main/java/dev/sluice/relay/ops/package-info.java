/**
 * What an operator may do with an outbox, decided without a database: what was asked, whether it
 * may be done, and what is answered.
 */
package dev.sluice.relay.ops;
