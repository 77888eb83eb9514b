/**
 * The relay itself: lease, read, route, publish, settle, release. Knows no broker, no SQL and no
 * AWS.
 */
package dev.sluice.relay;
