package dev.sluice.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class UuidV7Test {

  private static final Instant NOON = Instant.parse("2026-11-18T12:00:00.123456789Z");

  @Test
  void idTellsItsVersionItsVariantAndItsMillisecond() {
    UUID id = new UuidV7(InstantSource.fixed(NOON), new Random(1)).generate();

    assertThat(id.version()).isEqualTo(7);
    assertThat(id.variant()).isEqualTo(2);
    assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(NOON.toEpochMilli());
    assertThat(id.getMostSignificantBits() & 0xfff).isEqualTo(456_789L * 4096 / 1_000_000);
  }

  @Test
  void idsRiseWhileTheClockStandsStill() {
    UuidV7 ids = new UuidV7(InstantSource.fixed(NOON), new Random(1));

    assertThat(texts(Stream.generate(ids::generate).limit(10_000)))
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void idsRiseWhileTheClockGoesBack() {
    AtomicReference<Instant> now = new AtomicReference<>(NOON);
    UuidV7 ids = new UuidV7(now::get, new Random(1));
    UUID before = ids.generate();

    now.set(NOON.minusSeconds(60));

    assertThat(texts(Stream.of(before, ids.generate(), ids.generate()))).isSorted();
  }

  @Test
  void laterMillisecondSortsAfter() {
    AtomicReference<Instant> now = new AtomicReference<>(NOON);
    UuidV7 ids = new UuidV7(now::get, new Random(1));
    UUID before = ids.generate();

    now.set(NOON.plusMillis(1));

    UUID after = ids.generate();
    assertThat(texts(Stream.of(before, after))).isSorted();
    assertThat(after.getMostSignificantBits() >>> 16).isEqualTo(NOON.toEpochMilli() + 1);
  }

  @Test
  void threadsNeverShareAnId() throws Exception {
    Set<UUID> all = new HashSet<>();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      var work =
          IntStream.range(0, 4)
              .mapToObj(
                  i -> threads.submit(() -> Stream.generate(UuidV7::next).limit(20_000).toList()))
              .toList();
      for (var ids : work) {
        assertThat(texts(ids.get().stream())).isSorted();
        all.addAll(ids.get());
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(all).hasSize(80_000);
  }

  /** As the database compares them: byte by byte. */
  private static List<String> texts(Stream<UUID> ids) {
    return ids.map(UUID::toString).toList();
  }
}
