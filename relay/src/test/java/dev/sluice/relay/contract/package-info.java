/**
 * The suite that every publisher passes; see {@link dev.sluice.relay.contract.PublisherContract}.
 * It needs the publishers' interface, the wire formats, JUnit and AssertJ, and nothing else.
 */
package dev.sluice.relay.contract;
