/** What was asked: its fields, who asks, and how much time there is. */
package dev.sluice.relay.ops.request;
