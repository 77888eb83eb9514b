package dev.sluice.lambda.testing;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.emulators.AwsStandIn;
import dev.sluice.emulators.Credentials;
import dev.sluice.emulators.StandInAnswer;
import dev.sluice.emulators.StandInCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A queue that takes, refuses or loses what it is sent, as a test says. */
public final class DeadLetterQueue implements AutoCloseable {

  private final AwsStandIn aws = AwsStandIn.start();

  public DeadLetterQueue() {
    Credentials.provide();
  }

  /** The settings that lead a relay here. */
  public Map<String, String> environment() {
    return Map.of(
        "SLUICE_DLQ_URL", url(),
        "AWS_ENDPOINT_URL", aws.endpoint().toString(),
        "AWS_REGION", "us-east-1");
  }

  public String url() {
    return aws.endpoint() + "/000000000000/dead";
  }

  public DeadLetterQueue answers(Function<StandInCall, StandInAnswer> script) {
    aws.answers(script);
    return this;
  }

  /** The bodies of the messages that it has taken. */
  public List<Map<String, Object>> letters() {
    return aws.accepted(url()).stream().map(entry -> parsed(entry.body())).toList();
  }

  /** The message attributes of what it has taken. */
  public List<Map<String, String>> attributes() {
    return aws.accepted(url()).stream().map(entry -> entry.attributes()).toList();
  }

  /** How often it was called, whatever it answered. */
  public int calls() {
    return aws.calls().size();
  }

  private static Map<String, Object> parsed(String json) {
    try {
      return JSON.std.mapFrom(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    aws.close();
  }
}
