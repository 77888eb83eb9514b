package dev.sluice.relay;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The shards that one lane holds.
 *
 * @param token the fence: larger than that of everybody who held one of these shards before
 */
public record Lease(long token, List<Held> shards) {

  /**
   * A key's shard is the hash of stream and key, modulo this. Fixed: it is stored with every event.
   */
  public static final int SHARDS = 64;

  public Lease {
    shards = List.copyOf(shards);
  }

  /**
   * One shard of ours.
   *
   * @param crashes how often its last owners died without releasing it
   * @param suspect the event that was being published alone when one of them died
   * @param newlyCrashed the lease that we took over had run out unreleased
   */
  public record Held(
      int shard, int crashes, @Nullable UUID suspect, int suspectCrashes, boolean newlyCrashed) {}

  public Set<Integer> numbers() {
    return shards.stream().map(Held::shard).collect(Collectors.toUnmodifiableSet());
  }
}
