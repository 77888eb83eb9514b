/** Publishes to Kafka topics, on MSK or anywhere else: in order per key, one outcome a record. */
package dev.sluice.kafka;
