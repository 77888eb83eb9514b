package dev.sluice.relay.aws;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;

/** The calls in flight, each on a virtual thread of its own. */
final class Flights<E> {

  sealed interface Arrival<E> {}

  record Answered<E>(List<Entry<E>> entries, List<EntryAnswer> answers) implements Arrival<E> {}

  record Failed<E>(List<Entry<E>> entries, CallFailure failure) implements Arrival<E> {}

  private record Landing<E>(
      Thread flight, @Nullable Arrival<E> arrival, @Nullable RuntimeException bug) {}

  private final Function<List<E>, List<EntryAnswer>> service;
  private final BlockingQueue<Landing<E>> landings = new LinkedBlockingQueue<>();
  private final Set<Thread> flying = new HashSet<>();

  Flights(Function<List<E>, List<EntryAnswer>> service) {
    this.service = service;
  }

  boolean any() {
    return !flying.isEmpty();
  }

  int count() {
    return flying.size();
  }

  void start(List<Entry<E>> entries) {
    Thread flight = Thread.ofVirtual().name("sluice-call").unstarted(() -> fly(entries));
    flying.add(flight);
    flight.start();
  }

  private void fly(List<Entry<E>> entries) {
    Arrival<E> arrival = null;
    RuntimeException bug = null;
    try {
      arrival = call(entries);
    } catch (RuntimeException e) {
      bug = e;
    } finally {
      landings.add(new Landing<>(Thread.currentThread(), arrival, bug));
    }
  }

  private Arrival<E> call(List<Entry<E>> entries) {
    try {
      List<EntryAnswer> answers = service.apply(entries.stream().map(Entry::request).toList());
      return new Answered<>(entries, answers);
    } catch (SdkException e) {
      return new Failed<>(entries, CallFailure.of(e));
    } catch (IllegalStateException e) {
      // What the pool of connections throws when the publisher is closed beneath a call.
      return new Failed<>(entries, new CallFailure(Blame.MOMENT, "CLOSED", "closed meanwhile"));
    }
  }

  /** What has come back, or nothing when the time has come. A bug in a service is thrown here. */
  List<Arrival<E>> await(long until) throws InterruptedException {
    List<Arrival<E>> arrivals = new ArrayList<>();
    Landing<E> landing =
        landings.poll(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
    while (landing != null) {
      flying.remove(landing.flight());
      if (landing.bug() != null) {
        throw landing.bug();
      }
      if (landing.arrival() != null) {
        arrivals.add(landing.arrival());
      }
      landing = landings.poll();
    }
    return arrivals;
  }

  /** Stops what is in flight; what was answered after all is still told. */
  List<Arrival<E>> abandon(long until) {
    flying.forEach(Thread::interrupt);
    List<Arrival<E>> arrivals = new ArrayList<>();
    try {
      while (any() && System.nanoTime() < until) {
        arrivals.addAll(await(until));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return arrivals;
  }
}
