package dev.sluice.aws.sqs;

import dev.sluice.aws.sqs.QueueSweep.Letter;
import dev.sluice.aws.sqs.QueueSweep.Swept;
import dev.sluice.aws.sqs.SqsQueue.Received;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;

/**
 * One scan. What stays is kept out of sight until its end, for otherwise the queue would hand it
 * out again and again, and nobody could tell when everything was seen.
 */
final class DeadLetterScan {

  private static final int SCANNERS = 16;

  /** After the process has ended, whatever message it still held is seen again so soon. */
  private static final Duration RETURN = Duration.ofSeconds(5);

  private final SqsQueue queue;
  private final Function<List<Letter>, List<Boolean>> stale;
  private final Supplier<Duration> left;
  private final Instant began = Instant.now();
  private final ConcurrentLinkedQueue<String> kept = new ConcurrentLinkedQueue<>();
  private final AtomicLong seen = new AtomicLong();
  private final AtomicLong removed = new AtomicLong();
  private volatile boolean interrupted;
  private volatile String problem = "";

  DeadLetterScan(
      SqsQueue queue, Function<List<Letter>, List<Boolean>> stale, Supplier<Duration> left) {
    this.queue = queue;
    this.stale = stale;
    this.left = left;
  }

  Swept run() {
    try {
      long size = queue.size();
      together(Math.clamp(size / SqsQueue.BATCH, 1, SCANNERS), () -> scan(size));
      boolean complete = !interrupted;
      together(SCANNERS, this::showKept);
      return new Swept(removed.get(), complete, problem);
    } catch (RuntimeException e) {
      return new Swept(removed.get(), true, problem(queue.url(), e));
    }
  }

  private void together(int scanners, Runnable task) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < scanners; i++) {
        threads.execute(() -> attempt(task));
      }
    }
  }

  private void attempt(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      tell(problem(queue.url(), e));
    }
  }

  private void scan(long size) {
    while (problem.isEmpty()) {
      Duration time = left.get();
      if (!time.isPositive()) {
        interrupted = true;
        return;
      }
      List<Received> received = queue.receive(time.plus(RETURN));
      boolean arriving = received.stream().allMatch(it -> it.letter().sentAt().isAfter(began));
      if (!received.isEmpty()) {
        judge(received);
      }
      // What dies during the scan has a copy that is not stale, and there may be no end of it.
      if (received.isEmpty() || (arriving && seen.get() >= size)) {
        return;
      }
    }
  }

  private void judge(List<Received> received) {
    seen.addAndGet(received.size());
    List<String> handles = new ArrayList<>(received.stream().map(Received::handle).toList());
    try {
      List<Boolean> verdicts = stale.apply(received.stream().map(Received::letter).toList());
      List<String> goners =
          IntStream.range(0, received.size())
              .filter(i -> verdicts.get(i))
              .mapToObj(handles::get)
              .toList();
      if (!goners.isEmpty()) {
        handles.removeAll(deleted(goners));
      }
    } finally {
      kept.addAll(handles);
    }
  }

  private List<String> deleted(List<String> handles) {
    List<String> gone = new ArrayList<>(handles);
    for (BatchResultErrorEntry left : queue.delete(handles)) {
      gone.remove(handles.get(Integer.parseInt(left.id())));
      tell(queue.url() + " kept a message: " + left.code());
    }
    removed.addAndGet(gone.size());
    return gone;
  }

  /** Without time for it they come back by themselves, soon after the process would have ended. */
  private void showKept() {
    List<String> handles = new ArrayList<>();
    while (left.get().isPositive()) {
      for (String next = kept.poll(); next != null; next = kept.poll()) {
        handles.add(next);
        if (handles.size() == SqsQueue.BATCH) {
          break;
        }
      }
      if (handles.isEmpty()) {
        return;
      }
      queue.show(handles);
      handles.clear();
    }
  }

  private synchronized void tell(String what) {
    if (problem.isEmpty()) {
      problem = what;
    }
  }

  static String problem(String url, RuntimeException failure) {
    String what =
        failure instanceof AwsServiceException service && service.awsErrorDetails() != null
            ? service.awsErrorDetails().errorCode()
            : failure.getClass().getSimpleName() + ": " + failure.getMessage();
    return url + " could not be walked: " + what;
  }
}
