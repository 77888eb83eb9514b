package dev.sluice.emulators;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * SNS, SQS and EventBridge as an SDK client sees them over HTTP, answering each call as a script
 * says: with partial failures, refusals, delays and broken connections, which no emulator produces
 * on demand. Every topic, queue and bus exists; nothing is deduplicated or delivered.
 *
 * <p>A call is in flight from the moment its request was read until just before its answer is sent.
 * Its entries are taken when the answer is decided, after its delay and in the order of the batch,
 * whether or not the client still waits for it.
 */
public final class AwsStandIn implements AutoCloseable {

  private final StandInLedger ledger;
  private final StandInDesk desk;
  private final StandInServer server;

  private AwsStandIn(boolean recording, int port) {
    ledger = new StandInLedger(recording);
    desk = new StandInDesk(ledger);
    server = StandInServer.start(port, desk);
  }

  /** Remembers every call and every entry, on a free port of 127.0.0.1. */
  public static AwsStandIn start() {
    return new AwsStandIn(true, 0);
  }

  /** Only counts, for millions of entries. */
  public static AwsStandIn counting() {
    return counting(0);
  }

  static AwsStandIn counting(int port) {
    return new AwsStandIn(false, port);
  }

  /** For the client's endpointOverride. */
  public URI endpoint() {
    return URI.create("http://" + server.address());
  }

  /**
   * Decides every call from now on, on the call's own thread as it arrives; it may wait. Without a
   * script everything is accepted. If it throws, the call is refused with status 500, and {@link
   * #close} throws it again.
   */
  public void answers(Function<StandInCall, StandInAnswer> script) {
    desk.follow(script);
  }

  /** Called for each entry as it is taken, one at a time, and must not wait. */
  public void observes(Consumer<StandInEntry> observer) {
    ledger.observe(observer);
  }

  /** What was taken for a topic ARN, queue URL or bus name, in that order. */
  public List<StandInEntry> accepted(String target) {
    return ledger.accepted(target);
  }

  /** Every call of a known action, in the order of arrival, whatever was answered. */
  public List<StandInCall> calls() {
    return ledger.calls();
  }

  public StandInCounts counts() {
    return ledger.counts();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot stop listening", e);
    }
    if (desk.scriptFailure() != null) {
      throw new IllegalStateException("the stand-in's script failed", desk.scriptFailure());
    }
  }
}
