/**
 * The outbox in PostgreSQL. Sets no session state, so that a pooler or RDS Proxy may stand between.
 */
package dev.sluice.relay.postgres;
