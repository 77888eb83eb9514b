/** A shop that tells the world about its orders. */
package dev.sluice.examples.orders;
