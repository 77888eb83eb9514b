package dev.sluice.aws;

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
final class CallsInFlight<E> {

  sealed interface Result<E> {}

  record Answered<E>(List<Entry<E>> entries, List<EntryAnswer> answers) implements Result<E> {}

  record Failed<E>(List<Entry<E>> entries, CallFailure failure) implements Result<E> {}

  private record Completion<E>(
      Thread thread, @Nullable Result<E> result, @Nullable RuntimeException bug) {}

  private final Function<List<E>, List<EntryAnswer>> service;
  private final BlockingQueue<Completion<E>> completions = new LinkedBlockingQueue<>();
  private final Set<Thread> running = new HashSet<>();
  private final CallBudget budget;

  CallsInFlight(Function<List<E>, List<EntryAnswer>> service, CallBudget budget) {
    this.service = service;
    this.budget = budget;
  }

  boolean any() {
    return !running.isEmpty();
  }

  boolean mayStart(int most) {
    return running.size() < most && budget.allows(running.size());
  }

  void start(List<Entry<E>> entries) {
    Thread thread = Thread.ofVirtual().name("sluice-call").unstarted(() -> run(entries));
    running.add(thread);
    budget.started();
    thread.start();
  }

  private void run(List<Entry<E>> entries) {
    Result<E> result = null;
    RuntimeException bug = null;
    try {
      result = call(entries);
    } catch (RuntimeException e) {
      bug = e;
    } finally {
      completions.add(new Completion<>(Thread.currentThread(), result, bug));
    }
  }

  private Result<E> call(List<Entry<E>> entries) {
    try {
      List<EntryAnswer> answers = service.apply(entries.stream().map(Entry::request).toList());
      return new Answered<>(entries, answers);
    } catch (SdkException e) {
      return new Failed<>(entries, CallFailure.of(e));
    } catch (IllegalStateException e) {
      // What the pool of connections throws when the publisher is closed beneath a call.
      return new Failed<>(
          entries, new CallFailure(FaultScope.MOMENT, "CLOSED", "closed meanwhile"));
    }
  }

  /** What has come back, or nothing when the time has come. A bug in a service is thrown here. */
  List<Result<E>> await(long until) throws InterruptedException {
    List<Result<E>> results = new ArrayList<>();
    Completion<E> completion =
        completions.poll(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
    while (completion != null) {
      running.remove(completion.thread());
      budget.ended(1);
      if (completion.bug() != null) {
        throw completion.bug();
      }
      if (completion.result() != null) {
        results.add(completion.result());
      }
      completion = completions.poll();
    }
    return results;
  }

  /** Stops what is in flight; what was answered after all is still told. */
  List<Result<E>> abandon(long until) {
    running.forEach(Thread::interrupt);
    List<Result<E>> results = new ArrayList<>();
    try {
      while (any() && System.nanoTime() < until) {
        results.addAll(await(until));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    budget.ended(running.size()); // those of which nobody will hear
    return results;
  }
}
