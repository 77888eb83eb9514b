package dev.sluice.local.orders;

/**
 * Where the events of a stream go.
 *
 * @param share its weight among the destinations: more of it, more events
 * @param ordered whether the destination keeps the order of a key
 */
public record Place(String stream, String label, String destination, int share, boolean ordered) {

  /** After a dead event its key waits where there is an order to keep. */
  public String route() {
    return "{\"stream\":\"%s\",\"destination\":\"%s\",\"onDead\":\"%s\"}"
        .formatted(stream, destination, ordered ? "BLOCK" : "CONTINUE");
  }
}
