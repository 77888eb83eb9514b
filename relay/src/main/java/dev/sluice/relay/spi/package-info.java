/** What a publisher is: written against the JDK alone, so that anyone can add one. */
package dev.sluice.relay.spi;
