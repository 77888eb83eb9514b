package dev.sluice.emulators;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheDirectoryTest {

  @Test
  void cacheIsInTheHome() {
    assertThat(CacheDirectory.of(Map.of(), "/home/ada"))
        .isEqualTo(Path.of("/home/ada/.cache/sluice/emulators"));
  }

  @Test
  void cacheIsWhereTheUserHasItsOwn() {
    assertThat(CacheDirectory.of(Map.of("XDG_CACHE_HOME", "/big/cache"), "/home/ada"))
        .isEqualTo(Path.of("/big/cache/sluice/emulators"));
  }

  @Test
  void relativePathIsIgnored() {
    assertThat(CacheDirectory.of(Map.of("XDG_CACHE_HOME", "cache"), "/home/ada"))
        .isEqualTo(Path.of("/home/ada/.cache/sluice/emulators"));
  }
}
