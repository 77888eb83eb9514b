package dev.sluice.relay.lane;

/**
 * Notices when a key's events are acknowledged in another order than they were appended in. Its
 * memory is bounded: two keys that share a slot forget each other, so that it may overlook a step
 * and never makes one up.
 */
final class OrderDetector {

  private static final int SLOTS = 1 << 15;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final long[] hashes = new long[SLOTS];
  private final long[] seqs = new long[SLOTS];

  /** The sequence number after which this one comes too late; 0 if it does not. */
  long after(String stream, String key, long seq) {
    long hash = hash(stream, key);
    int slot = (int) (hash >>> 49);
    long before = hashes[slot] == hash ? seqs[slot] : 0;
    if (seq < before) {
      return before;
    }
    hashes[slot] = hash;
    seqs[slot] = seq;
    return 0;
  }

  /** 64 bits over all characters: String's own 32 are the same for many a pair of keys. */
  private static long hash(String stream, String key) {
    long hash = mix(mix(stream.length(), stream), key);
    hash ^= hash >>> 32;
    hash *= MULTIPLIER;
    hash ^= hash >>> 29;
    return hash == 0 ? 1 : hash;
  }

  private static long mix(long seed, String text) {
    long hash = seed;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * MULTIPLIER;
      hash ^= hash >>> 31;
    }
    return hash;
  }
}
