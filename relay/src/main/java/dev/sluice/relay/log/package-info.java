/** The log in PostgreSQL, as the lane sees it: leases, news, pages, settle. */
package dev.sluice.relay.log;
