package dev.sluice.local.demo;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What all consumers received: which events, how often, and in which order. */
final class Receipts {

  private final Set<String> ids = new HashSet<>();
  private final Map<String, Long> lastOfKey = new HashMap<>();
  private final Map<Place, Integer> byPlace = new HashMap<>();
  private int reordered;
  private int duplicates;

  /** Whether it is the first of its id. An event that comes again says nothing about the order. */
  synchronized boolean add(Arrival arrival) {
    if (!ids.add(arrival.id())) {
      duplicates++;
      return false;
    }
    byPlace.merge(arrival.place(), 1, Integer::sum);
    Long before = lastOfKey.put(arrival.key(), arrival.number());
    if (arrival.place().ordered() && before != null && before > arrival.number()) {
      reordered++;
    }
    return true;
  }

  synchronized boolean has(String id) {
    return ids.contains(id);
  }

  synchronized int distinct() {
    return ids.size();
  }

  synchronized int at(Place place) {
    return byPlace.getOrDefault(place, 0);
  }

  synchronized Ledger.Received received() {
    return new Ledger.Received(ids, reordered, duplicates);
  }

  synchronized int reordered() {
    return reordered;
  }

  synchronized int duplicates() {
    return duplicates;
  }
}
