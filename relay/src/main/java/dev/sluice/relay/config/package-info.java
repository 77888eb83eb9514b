/** What the relay is told: settings and routes, parsed once, all faults in one message. */
package dev.sluice.relay.config;
