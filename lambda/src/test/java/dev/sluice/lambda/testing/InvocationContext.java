package dev.sluice.lambda.testing;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The context of an invocation that may take half a minute. */
public final class InvocationContext implements Context {

  private static final String FUNCTION = "arn:aws:lambda:eu-central-1:000000000000:function:test";

  private final LongSupplier remainingMillis;
  private final @Nullable ClientContext client;
  private final @Nullable CognitoIdentity identity;
  private final String qualifier;

  public InvocationContext() {
    this(() -> 30_000, null);
  }

  /** An invocation whose time is what the test says. */
  public InvocationContext(LongSupplier remainingMillis, @Nullable ClientContext client) {
    this(remainingMillis, client, null, ":live");
  }

  private InvocationContext(
      LongSupplier remainingMillis,
      @Nullable ClientContext client,
      @Nullable CognitoIdentity identity,
      String qualifier) {
    this.remainingMillis = remainingMillis;
    this.client = client;
    this.identity = identity;
    this.qualifier = qualifier;
  }

  /** As Lambda says who asks. */
  public InvocationContext of(CognitoIdentity caller) {
    return new InvocationContext(remainingMillis, client, caller, qualifier);
  }

  /**
   * @param name such as {@code :look}; the function itself if it is empty
   */
  public InvocationContext by(String name) {
    return new InvocationContext(remainingMillis, client, identity, name);
  }

  /** The function's answer to an event. */
  public static String invoke(RequestStreamHandler handler, String event) throws IOException {
    return invoke(handler, event, new InvocationContext());
  }

  public static String invoke(RequestStreamHandler handler, String event, Context context)
      throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    handler.handleRequest(
        new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)), answer, context);
    return answer.toString(StandardCharsets.UTF_8);
  }

  @Override
  public String getAwsRequestId() {
    return "00000000-0000-0000-0000-000000000001";
  }

  @Override
  public String getLogGroupName() {
    return "/aws/lambda/test";
  }

  @Override
  public String getLogStreamName() {
    return "test";
  }

  @Override
  public String getFunctionName() {
    return "test";
  }

  @Override
  public String getFunctionVersion() {
    return "1";
  }

  @Override
  public String getInvokedFunctionArn() {
    return FUNCTION + qualifier;
  }

  @Override
  public @Nullable CognitoIdentity getIdentity() {
    return identity;
  }

  @Override
  public @Nullable ClientContext getClientContext() {
    return client;
  }

  @Override
  public int getRemainingTimeInMillis() {
    return (int) remainingMillis.getAsLong();
  }

  @Override
  public int getMemoryLimitInMB() {
    return 512;
  }

  @Override
  public LambdaLogger getLogger() {
    return new LambdaLogger() {
      @Override
      public void log(String message) {}

      @Override
      public void log(byte[] message) {}
    };
  }
}
