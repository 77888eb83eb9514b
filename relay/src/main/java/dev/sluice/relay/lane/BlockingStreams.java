package dev.sluice.relay.lane;

import dev.sluice.relay.config.OnDead;
import dev.sluice.relay.config.Route;
import java.util.List;

/**
 * The streams whose keys wait behind a dead event until it is redriven or discarded. The log is
 * asked by them, on any thread.
 */
public record BlockingStreams(List<Route> routes) {

  public static final BlockingStreams NONE = new BlockingStreams(List.of());

  public BlockingStreams {
    routes = List.copyOf(routes);
  }

  public boolean isEmpty() {
    return routes.stream().noneMatch(BlockingStreams::blocks);
  }

  public boolean contains(String stream) {
    for (Route route : routes) {
      if (route.matches(stream)) {
        return blocks(route);
      }
    }
    return false;
  }

  private static boolean blocks(Route route) {
    return route.onDead() == OnDead.BLOCK;
  }
}
