package dev.sluice.relay.lane;

import dev.sluice.relay.config.Publishers;
import dev.sluice.relay.config.Route;
import dev.sluice.relay.config.Subscription;
import dev.sluice.relay.spi.Destination;
import java.util.List;

/**
 * Opens connections and producers while another lane still has the shards, so that taking them over
 * takes no longer than a statement. What fails here fails again with the first event, and is judged
 * there.
 */
final class Preparation {

  private final List<Destination> destinations;
  private final Publishers publishers;
  private final Tasks tasks;
  private boolean begun;
  private int open;

  Preparation(Subscription subscription, Publishers publishers, Tasks tasks) {
    this.destinations =
        subscription.routes().stream()
            .filter(route -> !route.isByStream()) // their streams are not known yet
            .map(Route::destination)
            .distinct()
            .toList();
    this.publishers = publishers;
    this.tasks = tasks;
  }

  boolean over() {
    return begun && open == 0;
  }

  void begin() {
    if (begun) {
      return;
    }
    begun = true;
    open = 1 + destinations.size();
    tasks.onReader(
        log -> {
          log.prepare();
          return true;
        },
        done -> open--,
        lost -> open--);
    destinations.forEach(this::prepare);
  }

  private void prepare(Destination destination) {
    tasks.<Boolean>onSender(
        DestinationQueue.name(destination),
        answer -> {
          publishers.of(destination).prepare(destination);
          answer.accept(true);
        },
        done -> open--,
        thrown -> open--);
  }
}
