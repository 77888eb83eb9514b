package dev.sluice.aws;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the request of each entry when its turn comes. */
record EntryRequests<E>(
    BatchService<E> service,
    Destination destination,
    List<OutboxMessage> messages,
    int mostBytes,
    Reasons reasons) {

  /** Why the service can never take it; null if the entry has its request. */
  @Nullable Rejected prepare(Entry<E> entry) {
    if (entry.prepared()) {
      return null;
    }
    try {
      String id = Integer.toString(entry.index);
      Sized<E> sized = service.entry(destination, messages.get(entry.index), id);
      if (sized.bytes() > mostBytes) {
        return reasons.tooLarge(sized.bytes(), mostBytes);
      }
      entry.prepare(sized);
      return null;
    } catch (UnfitException e) {
      return new Rejected(e.code(), e.reason());
    }
  }
}
