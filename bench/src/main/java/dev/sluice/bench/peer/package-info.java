/**
 * What Sluice is measured against. Each peer is a Lambda handler, so that it runs as the relay
 * does: the same runtime client, the same JVM options, the same drivers, in a process of its own.
 */
@NullMarked
package dev.sluice.bench.peer;

import org.jspecify.annotations.NullMarked;
