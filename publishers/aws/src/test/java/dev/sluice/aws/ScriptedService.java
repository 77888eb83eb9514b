package dev.sluice.aws;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;

/** A service in memory that answers as it is told, and writes down how it was asked. */
final class ScriptedService implements BatchService<OutboxMessage> {

  /** One entry fails, is taken, or brings the whole call down. */
  sealed interface Fate {}

  record Take() implements Fate {}

  record Refuse(String code) implements Fate {}

  /** The service fails with this entry. */
  record Break(String code) implements Fate {}

  /** The connection breaks, after the entries before this one were taken or before any was. */
  record Drop(boolean taken) implements Fate {}

  record RefuseCall(int status, String code) implements Fate {}

  private static final long NETWORK_NANOS = 50_000;

  private final Function<OutboxMessage, Fate> script;
  private final List<List<OutboxMessage>> calls = new ArrayList<>();
  private final List<OutboxMessage> taken = new ArrayList<>();
  private final Set<String> keysInFlight = new HashSet<>();
  private int inFlight;
  private int mostInFlight;
  private boolean overlapped;
  private @Nullable Supplier<Fate> look;
  private int looks;

  ScriptedService(Function<OutboxMessage, Fate> script) {
    this.script = script;
  }

  @Override
  public Sized<OutboxMessage> entry(Destination destination, OutboxMessage message, String id) {
    return new Sized<>(message, message.payload().length);
  }

  @Override
  public void prepare(Destination destination) {}

  @Override
  public List<EntryAnswer> send(Destination destination, List<OutboxMessage> entries) {
    begin(entries);
    try {
      LockSupport.parkNanos(NETWORK_NANOS);
      return answer(entries);
    } finally {
      end(entries);
    }
  }

  private synchronized void begin(List<OutboxMessage> entries) {
    calls.add(entries);
    mostInFlight = Math.max(mostInFlight, ++inFlight);
    entries.forEach(entry -> overlapped |= !keysInFlight.add(key(entry)));
  }

  private synchronized void end(List<OutboxMessage> entries) {
    inFlight--;
    entries.forEach(entry -> keysInFlight.remove(key(entry)));
  }

  private static String key(OutboxMessage message) {
    return message.stream() + "/" + message.key();
  }

  private synchronized List<EntryAnswer> answer(List<OutboxMessage> entries) {
    List<EntryAnswer> answers = new ArrayList<>();
    List<OutboxMessage> accepted = new ArrayList<>();
    for (OutboxMessage entry : entries) {
      switch (script.apply(entry)) {
        case Take _ -> {
          accepted.add(entry);
          answers.add(new EntryAnswer.Taken("receipt-" + entry.seq()));
        }
        case Refuse(String code) -> answers.add(new EntryAnswer.Refused(code, true));
        case Break(String code) -> answers.add(new EntryAnswer.Refused(code, false));
        case Drop(boolean first) -> {
          if (first) {
            taken.addAll(accepted);
          }
          throw SdkClientException.create("connection reset");
        }
        case RefuseCall(int status, String code) -> throw refusal(status, code);
      }
    }
    taken.addAll(accepted);
    return answers;
  }

  private static AwsServiceException refusal(int status, String code) {
    return AwsServiceException.builder()
        .statusCode(status)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage("no").build())
        .build();
  }

  synchronized List<List<OutboxMessage>> calls() {
    return List.copyOf(calls);
  }

  /** In the order in which they were taken; some perhaps twice. */
  synchronized List<OutboxMessage> taken() {
    return List.copyOf(taken);
  }

  synchronized int mostInFlight() {
    return mostInFlight;
  }

  /** Whether two entries of one key were ever in flight at once. */
  synchronized boolean overlapped() {
    return overlapped;
  }

  /** Silent, so that it must be looked at before the first event. */
  ScriptedService silent(Supplier<Fate> look) {
    this.look = look;
    return this;
  }

  @Override
  public boolean dropsInSilence() {
    return look != null;
  }

  @Override
  public void look(Destination destination) {
    if (look != null) {
      looks++;
      switch (look.get()) {
        case Take _ -> {}
        case Refuse(String code) -> throw refusal(400, code);
        case Break(String code) -> throw refusal(500, code);
        case RefuseCall(int status, String code) -> throw refusal(status, code);
        case Drop _ -> throw SdkClientException.create("connection reset");
      }
    }
  }

  int looks() {
    return looks;
  }

  @Override
  public String lookPermission() {
    return "thing:Describe";
  }

  @Override
  public String name(Destination destination) {
    return "thing " + destination.target();
  }

  @Override
  public String permissions() {
    return "thing:Put";
  }

  @Override
  public void close() {}
}
