/**
 * All of it on one machine, without Docker or AWS: a PostgreSQL server, a Kafka broker, and the
 * Lambda Runtime API with the real runtime client behind it.
 */
@NullMarked
package dev.sluice.local;

import org.jspecify.annotations.NullMarked;
