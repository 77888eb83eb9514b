package dev.sluice.local;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** A function that does what its event says. */
public final class ScriptedHandler implements RequestStreamHandler {

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    String event = new String(input.readAllBytes(), StandardCharsets.UTF_8);
    String answer =
        switch (String.valueOf(JSON.std.mapFrom(event).get("do"))) {
          case "throw" -> throw new IllegalStateException("on purpose: äöü 😀");
          case "hang" -> hang();
          case "spawn" -> spawn();
          case "halt" -> halt();
          case "print" -> print();
          case "facts" -> JSON.std.asString(facts(context));
          default -> event;
        };
    output.write(answer.getBytes(StandardCharsets.UTF_8));
  }

  private static String hang() {
    System.out.println("hanging");
    return String.valueOf(new CompletableFuture<>().join());
  }

  private static String spawn() throws IOException {
    System.out.println("child " + new ProcessBuilder("sleep", "1000").start().pid());
    return hang();
  }

  private static String halt() {
    Runtime.getRuntime().halt(7);
    return "";
  }

  private static String print() {
    System.out.println("to standard output: äöü 😀");
    System.err.println("to standard error");
    return "{}";
  }

  private static Map<String, Object> facts(Context context) {
    Map<String, Object> facts = new TreeMap<>();
    facts.put("environment", System.getenv());
    facts.put("pid", ProcessHandle.current().pid());
    facts.put("requestId", context.getAwsRequestId());
    facts.put("remainingMillis", context.getRemainingTimeInMillis());
    facts.put("functionName", context.getFunctionName());
    facts.put("functionArn", context.getInvokedFunctionArn());
    facts.put("memoryMegabytes", context.getMemoryLimitInMB());
    facts.put("heapMegabytes", Runtime.getRuntime().maxMemory() / (1024 * 1024));
    return facts;
  }
}
