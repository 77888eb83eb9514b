/** Publishes to EventBridge's buses. */
package dev.sluice.relay.eventbridge;
