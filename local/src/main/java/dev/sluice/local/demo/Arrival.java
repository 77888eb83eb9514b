package dev.sluice.local.demo;

/**
 * An event as a consumer received it.
 *
 * @param key the stream and the ordering key
 * @param number counts the events of the key, from 1
 * @param nanoTime when, on this JVM's monotonic clock
 */
record Arrival(Place place, String id, String key, long number, long nanoTime) {}
