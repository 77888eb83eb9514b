/** The relay without Lambda and without brokers: one run of it, on a log and some publishers. */
package dev.sluice.relay;
