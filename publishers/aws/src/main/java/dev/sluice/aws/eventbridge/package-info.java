/** Publishes to EventBridge's buses. */
package dev.sluice.aws.eventbridge;
