/**
 * {@code ./sluice chaos}: relays, PostgreSQL, the broker and the connections between them are
 * killed, stopped and cut, while orders are placed and everything that arrives is counted.
 */
@NullMarked
package dev.sluice.local.chaos;

import org.jspecify.annotations.NullMarked;
