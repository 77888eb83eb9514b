package dev.sluice.relay.ops.move;

import dev.sluice.relay.ops.move.Moves.Match;
import dev.sluice.relay.ops.move.Moves.Matches;
import dev.sluice.relay.ops.move.Moves.Successors;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What would happen: how many, which, whose keys, and what becomes of order. Never a payload. */
final class MovePreview {

  private static final int SAMPLES = 5;
  private static final int GROUPS = 10;

  private MovePreview() {}

  static Map<String, Object> of(MoveRequest move, Matches matches, Successors successors) {
    List<Match> looked = matches.first();
    Map<String, Object> preview = new LinkedHashMap<>();
    preview.put("action", move.kind().action());
    preview.put("dryRun", !move.confirm());
    preview.put("filter", move.filter().toMap());
    preview.put("matched", matches.count());
    preview.put("matchedIsAtLeast", matches.atLeast());
    preview.put("keys", looked.stream().map(m -> List.of(m.stream(), m.key())).distinct().count());
    preview.put("keysIsAtLeast", matches.atLeast() || matches.count() > looked.size());
    if (move.kind() != MoveKind.REPLAY) {
      preview.put("groups", groups(looked));
    }
    preview.put("samples", looked.stream().limit(SAMPLES).map(MovePreview::sample).toList());
    preview.put("order", order(move.kind(), successors));
    if (!move.confirm()) {
      preview.put("toConfirm", "the same again with \"confirm\": true");
    }
    return preview;
  }

  private static Map<String, Object> sample(Match match) {
    Map<String, Object> sample = new LinkedHashMap<>();
    sample.put("id", match.id().toString());
    sample.put("seq", match.seq());
    sample.put("stream", match.stream());
    sample.put("type", match.type());
    sample.put("key", match.key());
    sample.put("at", match.at().toString());
    if (match.group() != null) {
      sample.put("code", match.code());
      sample.put("reason", match.reason());
      sample.put("group", match.group());
    }
    return sample;
  }

  /** Those with the most events first. */
  static List<Map<String, Object>> groups(List<Match> matches) {
    Map<String, List<Match>> groups =
        matches.stream().collect(Collectors.groupingBy(m -> String.valueOf(m.group())));
    return groups.values().stream()
        .sorted((a, b) -> b.size() - a.size())
        .limit(GROUPS)
        .map(MovePreview::group)
        .toList();
  }

  private static Map<String, Object> group(List<Match> matches) {
    Match first = matches.getFirst();
    Map<String, Object> group = new LinkedHashMap<>();
    group.put("group", first.group());
    group.put("code", first.code());
    group.put("reason", first.reason());
    group.put("count", matches.size());
    return group;
  }

  private static Map<String, Object> order(MoveKind kind, Successors successors) {
    Map<String, Object> order = new LinkedHashMap<>();
    if (kind != MoveKind.REPLAY) {
      Long delivered = successors.delivered();
      order.put("keysWithLaterDelivered", delivered == null ? "unknown" : delivered);
      order.put("keysWithLaterWaiting", successors.waiting());
      order.put("keysWithLaterWaitingIsAtLeast", successors.waitingIsAtLeast());
    }
    order.put(
        "means",
        switch (kind) {
          case REDRIVE ->
              "They are owed again at their old places: before what waits of their keys, in order among"
                  + " themselves. Where later events were delivered, consumers get them after those; where"
                  + " a dead event does not block its key, later ones that a lane has read already go first.";
          case DISCARD ->
              "They are never delivered. Where a dead event blocks its key, the key goes on. Where later"
                  + " events were delivered, consumers keep a gap.";
          case REPLAY ->
              "They are delivered again with the same ids and the header x-sluice-replay, before what waits"
                  + " of their keys. Consumers get them after later events of their keys.";
        });
    return order;
  }
}
