package dev.sluice.relay.log;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.lane.Position;
import dev.sluice.relay.lane.Progress;
import dev.sluice.relay.lane.ShardSet;
import dev.sluice.relay.lane.Snapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * outbox.progress.document: a list of entries, each for some shards. A snapshot is written as
 * {@code xmin:xmax:running@horizon}, a position as a list of since, seq, next and target.
 */
final class ProgressJson {

  private ProgressJson() {}

  static String write(List<Progress> progress) {
    List<Map<String, Object>> document = new ArrayList<>();
    for (Progress part : progress) {
      Map<String, Object> lag = new LinkedHashMap<>();
      part.lag().forEach((stream, position) -> lag.put(stream, write(position)));
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("shards", part.shards().stream().boxed().toList());
      entry.put("news", write(part.news()));
      entry.put("lag", lag);
      document.add(entry);
    }
    try {
      return JSON.std.asString(document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Object> write(Position position) {
    Snapshot target = position.target();
    List<Object> parts =
        new ArrayList<>(List.of(write(position.since()), position.seq(), position.next()));
    if (target != null) {
      parts.add(write(target));
    }
    return parts;
  }

  private static String write(Snapshot snapshot) {
    return snapshot + "@" + snapshot.horizonMicros();
  }

  /** One entry, for the shards that took it over. */
  static Progress read(ShardSet shards, @Nullable String entry) {
    if (entry == null) {
      return Progress.none(shards);
    }
    try {
      Map<String, Object> fields = JSON.std.mapFrom(entry);
      Map<String, Position> lag = new LinkedHashMap<>();
      ((Map<?, ?>) fields.getOrDefault("lag", Map.of()))
          .forEach((stream, position) -> lag.put((String) stream, position((List<?>) position)));
      return new Progress(shards, snapshot(fields.get("news")), lag);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Position position(List<?> parts) {
    Snapshot target = parts.size() > 3 ? snapshot(parts.get(3)) : null;
    return new Position(snapshot(parts.get(0)), target, number(parts.get(1)), number(parts.get(2)));
  }

  private static long number(Object value) {
    return ((Number) value).longValue();
  }

  private static Snapshot snapshot(@Nullable Object text) {
    String[] parts = String.valueOf(text).split("@", 2);
    return Snapshot.parse(parts[0], Long.parseLong(parts[1]));
  }
}
