package dev.sluice.local.orders;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** All that consumers received: which events, how often, and in which order. */
public final class Receipts {

  private static final int EXAMPLES = 20;

  /** When the first copy of each to arrive was sent. */
  private final Map<String, Long> sent = new HashMap<>();

  private final Map<String, Long> lastOfKey = new HashMap<>();
  private final Map<Place, Integer> byPlace = new HashMap<>();
  private final List<Arrival> copies = new ArrayList<>();
  private final List<String> examples = new ArrayList<>();
  private int reordered;

  /** Whether it is the first of its id. An event that comes again says nothing about the order. */
  public synchronized boolean add(Arrival arrival) {
    if (sent.putIfAbsent(arrival.id(), arrival.sentMillis()) != null) {
      copies.add(arrival);
      return false;
    }
    byPlace.merge(arrival.place(), 1, Integer::sum);
    Long before = lastOfKey.put(arrival.key(), arrival.number());
    if (arrival.place().ordered() && before != null && before > arrival.number()) {
      reordered++;
      if (examples.size() < EXAMPLES) {
        examples.add("%s: %d after %d".formatted(arrival.key(), arrival.number(), before));
      }
    }
    return true;
  }

  public synchronized boolean has(String id) {
    return sent.containsKey(id);
  }

  public synchronized int distinct() {
    return sent.size();
  }

  public synchronized int at(Place place) {
    return byPlace.getOrDefault(place, 0);
  }

  public synchronized Ledger.Received received() {
    return new Ledger.Received(sent.keySet(), reordered, copies.size());
  }

  public synchronized int reordered() {
    return reordered;
  }

  /** The first of those that came after a later event of their key. */
  public synchronized List<String> reorderedExamples() {
    return List.copyOf(examples);
  }

  public synchronized int duplicates() {
    return copies.size();
  }

  /** Of events that had arrived before. */
  public synchronized List<Arrival> copies() {
    return List.copyOf(copies);
  }

  /** In milliseconds since the epoch; empty if it has not arrived. */
  public synchronized OptionalLong sentMillis(String id) {
    Long millis = sent.get(id);
    return millis == null ? OptionalLong.empty() : OptionalLong.of(millis);
  }
}
