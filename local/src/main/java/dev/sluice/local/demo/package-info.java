/**
 * {@code ./sluice demo}: the whole way of an event on one machine, with what can go wrong on it.
 */
@NullMarked
package dev.sluice.local.demo;

import org.jspecify.annotations.NullMarked;
