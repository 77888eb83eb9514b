package dev.sluice.relay.lane;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where some shards are, as the next owner needs to know it.
 *
 * @param news the snapshot of the last news
 * @param lag the streams that are not at {@code news} yet
 */
public record Progress(ShardSet shards, Snapshot news, Map<String, Position> lag) {

  public Progress {
    lag =
        Collections.unmodifiableMap(new LinkedHashMap<>(lag)); // in the same order in every process
  }

  /** Of shards that nobody has read yet. */
  public static Progress none(ShardSet shards) {
    return new Progress(shards, Snapshot.NOTHING, Map.of());
  }
}
