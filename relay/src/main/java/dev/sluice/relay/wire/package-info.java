/** What a message looks like on the wire, for every destination alike. */
package dev.sluice.relay.wire;
