package dev.sluice.bench.peer;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;

/** One invocation of a peer: it is told how many events there are, and says how many it handled. */
final class PeerCall {

  private final long events;
  private final long start = System.nanoTime();

  private PeerCall(long events) {
    this.events = events;
  }

  static PeerCall read(InputStream input) throws IOException {
    if (JSON.std.mapFrom(input).get("events") instanceof Number events) {
      return new PeerCall(events.longValue());
    }
    throw new IllegalArgumentException("a peer is sent {\"events\": <how many>}");
  }

  long events() {
    return events;
  }

  void answer(OutputStream output, long published) throws IOException {
    long millis = (System.nanoTime() - start) / 1_000_000;
    output.write(JSON.std.asBytes(Map.of("published", published, "millis", millis)));
  }
}
