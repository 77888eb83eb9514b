package dev.sluice.relay.lane;

import java.util.Collection;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Some of the shards, one bit for each. */
public record ShardSet(int bits) {

  public static final int COUNT = 16;
  public static final ShardSet NONE = new ShardSet(0);
  public static final ShardSet ALL = new ShardSet((1 << COUNT) - 1);

  public static ShardSet of(int shard) {
    return new ShardSet(1 << shard);
  }

  public static ShardSet of(Collection<Integer> shards) {
    return shards.stream().map(ShardSet::of).reduce(NONE, ShardSet::with);
  }

  /** Every {@code step}-th shard from the first. */
  public static ShardSet every(int first, int step) {
    return IntStream.iterate(first, shard -> shard < COUNT, shard -> shard + step)
        .mapToObj(ShardSet::of)
        .reduce(NONE, ShardSet::with);
  }

  public boolean contains(int shard) {
    return (bits & 1 << shard) != 0;
  }

  public boolean isEmpty() {
    return bits == 0;
  }

  public int size() {
    return Integer.bitCount(bits);
  }

  public ShardSet with(ShardSet others) {
    return new ShardSet(bits | others.bits);
  }

  public ShardSet without(ShardSet others) {
    return new ShardSet(bits & ~others.bits);
  }

  public ShardSet and(ShardSet others) {
    return new ShardSet(bits & others.bits);
  }

  public IntStream stream() {
    return IntStream.range(0, COUNT).filter(this::contains);
  }

  /** As PostgreSQL writes an array: {0,3,15}. */
  @Override
  public String toString() {
    return stream().mapToObj(String::valueOf).collect(Collectors.joining(",", "{", "}"));
  }
}
