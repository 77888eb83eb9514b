package dev.sluice.local;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;

/** A function that cannot be initialised. */
public final class BrokenHandler implements RequestHandler<String, String> {

  public BrokenHandler() {
    throw new IllegalStateException("no configuration");
  }

  @Override
  public String handleRequest(String event, Context context) {
    return event;
  }
}
