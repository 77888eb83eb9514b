package dev.sluice.emulators;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers requests: asks the script, keeps the ledger, lets the service's protocol word it. */
final class StandInDesk {

  private final StandInLedger ledger;
  private final StandInProtocol sns = new StandInSns();
  private final StandInProtocol sqs = new StandInSqs();
  private final StandInProtocol eventBridge = new StandInEventBridge();
  private final AtomicLong sequence = new AtomicLong();
  private volatile Function<StandInCall, StandInAnswer> script = call -> StandInAnswer.accept();
  private volatile @Nullable Throwable scriptFailure;

  StandInDesk(StandInLedger ledger) {
    this.ledger = ledger;
  }

  void follow(Function<StandInCall, StandInAnswer> script) {
    this.script = script;
  }

  @Nullable Throwable scriptFailure() {
    return scriptFailure;
  }

  StandInReply answer(StandInRequest request) throws IOException, InterruptedException {
    if (!request.method().equals("POST")) {
      return counts(request);
    }
    StandInProtocol protocol = protocol(request);
    StandInCall unnumbered = protocol.read(request);
    if (!protocol.knows(unnumbered)) {
      return StandInReply.whole(protocol.refused(protocol.unknown(unnumbered)));
    }
    StandInCall call = ledger.arrive(unnumbered);
    try {
      return reply(protocol, call, script.apply(call));
    } catch (RuntimeException | AssertionError e) {
      scriptFailure = e;
      String message = "the stand-in's script failed: " + e;
      return StandInReply.whole(
          protocol.refused(new StandInAnswer.Refused(500, "InternalFailure", message)));
    } finally {
      ledger.leave(call);
    }
  }

  private StandInProtocol protocol(StandInRequest request) {
    if (request.operation().startsWith("AmazonSQS.")) {
      return sqs;
    }
    return request.operation().startsWith("AWSEvents.") ? eventBridge : sns;
  }

  private StandInReply reply(StandInProtocol protocol, StandInCall call, StandInAnswer answer)
      throws IOException, InterruptedException {
    return switch (answer) {
      case StandInAnswer.Later(StandInAnswer then, var delay) -> {
        Thread.sleep(delay);
        yield reply(protocol, call, then);
      }
      case StandInAnswer.Entries(var fates) -> StandInReply.whole(settle(protocol, call, fates));
      case StandInAnswer.Described(var attributes) ->
          StandInReply.whole(protocol.described(call, attributes));
      case StandInAnswer.Refused refusal -> StandInReply.whole(protocol.refused(refusal));
      case StandInAnswer.Dropped() -> StandInReply.nothing();
      case StandInAnswer.AcceptedThenDropped() -> {
        settle(protocol, call, entry -> StandInFate.ok());
        yield StandInReply.nothing();
      }
      case StandInAnswer.CutOff() ->
          StandInReply.cutOff(settle(protocol, call, entry -> StandInFate.ok()));
    };
  }

  private StandInResponse settle(
      StandInProtocol protocol, StandInCall call, Function<StandInEntry, StandInFate> fates)
      throws IOException {
    if (!call.action().equals(protocol.publishing())) {
      return protocol.described(call, Map.of());
    }
    List<StandInResult> results = new ArrayList<>(call.entries().size());
    for (StandInEntry entry : call.entries()) {
      results.add(new StandInResult(entry, fates.apply(entry), sequence.incrementAndGet()));
    }
    ledger.take(results.stream().filter(StandInResult::ok).map(StandInResult::entry).toList());
    return protocol.published(results);
  }

  private StandInReply counts(StandInRequest request) throws IOException {
    if (!request.path().equals("/counts")) {
      byte[] hint = "GET or DELETE /counts, or an AWS API by POST\n".getBytes(UTF_8);
      return StandInReply.whole(new StandInResponse(404, "text/plain", hint));
    }
    if (request.method().equals("DELETE")) {
      ledger.countAnew();
    }
    StandInCounts counts = ledger.counts();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("calls", counts.calls());
    json.put("entries", counts.entries());
    json.put("taken", counts.taken());
    json.put("takenByTarget", counts.takenByTarget());
    json.put("inFlight", counts.inFlight());
    json.put("mostInFlight", counts.mostInFlight());
    json.put("callsBySize", counts.callsBySize());
    json.put("overlappingGroups", counts.overlappingGroups().size());
    json.put("fallingGroups", counts.fallingGroups().size());
    return StandInReply.whole(
        new StandInResponse(200, "application/json", StandInJson.bytes(json)));
  }
}
