package dev.sluice.aws;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many calls may be in flight to all destinations together: each takes a connection, and Lambda
 * allows 1,024 open files. Each destination has its share, and at least one call.
 */
final class CallBudget {

  static final int MOST = 256;

  private final int most;
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger destinations = new AtomicInteger();

  /**
   * @param ofOne as many as one destination may have when it is alone
   */
  CallBudget(int ofOne) {
    most = Math.max(MOST, ofOne);
  }

  void enter() {
    destinations.incrementAndGet();
  }

  void leave() {
    destinations.decrementAndGet();
  }

  /**
   * @param own calls to the destination that are in flight
   */
  boolean allows(int own) {
    int share = most / Math.max(1, destinations.get());
    return own == 0 || (own < share && calls.get() < most);
  }

  void started() {
    calls.incrementAndGet();
  }

  void ended(int some) {
    calls.addAndGet(-some);
  }
}
