package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every page is followed as its reader would; in the end nothing of it is left. */
@Tag("long")
@Timeout(1800)
final class CommandsIT {

  @TempDir private Path directory;

  static Stream<Page> pages() {
    return Page.all().stream().filter(page -> page.blocks().stream().anyMatch(Walk::runs));
  }

  @ParameterizedTest
  @MethodSource("pages")
  void commandsDoWhatThePageSays(Page page) throws Exception {
    Surroundings surroundings = Surroundings.in(directory);
    try (Walk walk = new Walk(page, surroundings)) {
      walk.follow();
    }
    assertThat(surroundings.processes()).isEmpty();
    assertThat(surroundings.files()).isEmpty();
  }
}
