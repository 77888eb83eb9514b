package dev.sluice.relay.spi;

/** The shape of a message on the wire. */
public enum Format {
  /** The payload itself; metadata travels as attributes or headers. */
  RAW,
  /** A JSON object with id, type, source, key, occurredAt, traceId and the payload. */
  ENVELOPE,
  /** CloudEvents 1.0: binary mode on Kafka, structured elsewhere. */
  CLOUDEVENTS
}
