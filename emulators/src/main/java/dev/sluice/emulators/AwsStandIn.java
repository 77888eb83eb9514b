package dev.sluice.emulators;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.emulators.StandInProtocol.Settled;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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

  private static final int BACKLOG = 1024;

  static {
    // Read by the JVM's first HTTP server. As AWS, it neither delays an answer that is in two
    // packets nor closes connections soon.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.idleInterval", "3600");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "1024");
  }

  private final StandInLedger ledger;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final StandInProtocol sns = new StandInSns();
  private final StandInProtocol sqs = new StandInSqs();
  private final StandInProtocol eventBridge = new StandInEventBridge();
  private volatile Function<StandInCall, StandInAnswer> script = call -> StandInAnswer.accept();
  private volatile @Nullable Throwable scriptFailure;

  /** How an exchange ends, once that is decided. */
  private interface Reply {
    void send(HttpExchange exchange) throws IOException;
  }

  private AwsStandIn(boolean recording) {
    ledger = new StandInLedger(recording);
    try {
      server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on the loopback interface", e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.createContext("/counts", this::showCounts);
    server.start();
  }

  /** Remembers every call and every entry, on a free port of 127.0.0.1. */
  public static AwsStandIn start() {
    return new AwsStandIn(true);
  }

  /** Only counts, for millions of entries. */
  public static AwsStandIn counting() {
    return new AwsStandIn(false);
  }

  /** For the client's endpointOverride. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /**
   * Decides every call from now on, on the call's own thread as it arrives; it may wait. Without a
   * script everything is accepted. If it throws, the call is refused with status 500, and {@link
   * #close} throws it again.
   */
  public void answers(Function<StandInCall, StandInAnswer> script) {
    this.script = script;
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

  private void showCounts(HttpExchange exchange) throws IOException {
    if (exchange.getRequestMethod().equals("DELETE")) {
      ledger.countAnew();
    }
    byte[] json = JSON.std.asBytes(counts().numbers());
    new StandInResponse(200, "application/json", json).send(exchange);
  }

  /** An exception closes the connection. */
  private void answer(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String operation =
        Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst("X-Amz-Target"), "");
    StandInProtocol protocol =
        operation.startsWith("AmazonSQS.")
            ? sqs
            : operation.startsWith("AWSEvents.") ? eventBridge : sns;
    StandInCall call = protocol.read(operation.substring(operation.lastIndexOf('.') + 1), body);
    Reply reply =
        protocol.knows(call.action())
            ? reply(protocol, ledger.arrive(call))
            : protocol.unknown(call.action())::send;
    reply.send(exchange);
  }

  private Reply reply(StandInProtocol protocol, StandInCall call) throws IOException {
    try {
      return reply(protocol, call, script.apply(call));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the stand-in is closed");
    } catch (RuntimeException | AssertionError e) {
      scriptFailure = e;
      String message = "the stand-in's script failed: " + e;
      return protocol.refused(new StandInAnswer.Refused(500, "InternalFailure", message))::send;
    } finally {
      ledger.leave(call);
    }
  }

  private Reply reply(StandInProtocol protocol, StandInCall call, StandInAnswer answer)
      throws IOException, InterruptedException {
    return switch (answer) {
      case StandInAnswer.Later(StandInAnswer then, var delay) -> {
        Thread.sleep(delay);
        yield reply(protocol, call, then);
      }
      case StandInAnswer.Entries(var fates) -> settle(protocol, call, fates)::send;
      case StandInAnswer.Refused refusal -> protocol.refused(refusal)::send;
      case StandInAnswer.Broken.DROPPED -> HttpExchange::close;
      case StandInAnswer.Broken.ACCEPTED_THEN_DROPPED -> {
        settle(protocol, call, entry -> StandInFate.ok());
        yield HttpExchange::close;
      }
      case StandInAnswer.Broken.CUT_OFF ->
          settle(protocol, call, entry -> StandInFate.ok())::sendHalf;
    };
  }

  private StandInResponse settle(
      StandInProtocol protocol, StandInCall call, Function<StandInEntry, StandInFate> fates)
      throws IOException {
    if (!call.action().equals(protocol.publishing())) {
      return protocol.described();
    }
    List<Settled> entries =
        call.entries().stream().map(entry -> new Settled(entry, fates.apply(entry))).toList();
    ledger.take(entries.stream().filter(Settled::ok).map(Settled::entry).toList());
    return protocol.published(entries);
  }

  /** Calls that are still delayed are neither answered nor taken. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    if (scriptFailure != null) {
      throw new IllegalStateException("the stand-in's script failed", scriptFailure);
    }
  }
}
