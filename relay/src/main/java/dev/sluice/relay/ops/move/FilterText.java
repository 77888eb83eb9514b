package dev.sluice.relay.ops.move;

import dev.sluice.relay.ops.request.Fields;
import java.time.Instant;
import java.util.Map;

/** Reads the conditions of a filter. */
public final class FilterText {

  private FilterText() {}

  /**
   * The filter of an operation, as it was stored. Without a condition that this release does not
   * know, the filter would mean more events than were confirmed.
   */
  public static Filter stored(Map<String, Object> written) {
    Fields fields = new Fields(written);
    Filter filter = read(fields);
    if (filter.everything() != fields.flag("all")) {
      fields.fault("all", "must be true if there is no other condition, and only then");
    }
    fields.throwIfFaulty("the stored filter");
    return filter;
  }

  public static Filter read(Fields fields) {
    Instant from = fields.instant("from");
    Instant to = fields.instant("to");
    if (from != null && to != null && !from.isBefore(to)) {
      fields.fault("to", "is not after 'from'");
    }
    return new Filter(
        fields.uuids("ids"),
        fields.text("stream"),
        fields.text("type"),
        fields.text("key"),
        fields.text("group"),
        from,
        to,
        fields.text("subscription"));
  }
}
