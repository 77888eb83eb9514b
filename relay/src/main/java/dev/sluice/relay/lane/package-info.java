/**
 * The loop that drains the log: lease, news, page, publish, settle, release. Pure: no database and
 * no broker in here, and one thread owns all state.
 */
package dev.sluice.relay.lane;
