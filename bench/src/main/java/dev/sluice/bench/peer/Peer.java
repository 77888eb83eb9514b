package dev.sluice.bench.peer;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/** An invocation names how many events there are; its answer, how many were handled. */
interface Peer extends RequestStreamHandler {

  long handle(long events)
      throws SQLException, IOException, ExecutionException, InterruptedException;

  @Override
  default void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    if (!(JSON.std.mapFrom(input).get("events") instanceof Number events)) {
      throw new IllegalArgumentException("a peer is sent {\"events\": <how many>}");
    }
    long start = System.nanoTime();
    try {
      long published = handle(events.longValue());
      long millis = (System.nanoTime() - start) / 1_000_000;
      output.write(JSON.std.asBytes(Map.of("published", published, "millis", millis)));
    } catch (SQLException | ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
