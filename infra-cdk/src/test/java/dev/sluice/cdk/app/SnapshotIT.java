package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * What has changed in a stack is seen in a review. To accept it: {@code -Dsluice.snapshots=rewrite}
 * with this test.
 */
final class SnapshotIT {

  static final List<String> STACKS =
      List.of("Network", "Data", "Messaging", "Relay", "Observability");

  private static final Path DIRECTORY =
      Synthesised.PROJECT.resolve("src/test/resources/dev/sluice/cdk/app/snapshots");

  @ParameterizedTest
  @FieldSource("STACKS")
  void stackIsAsItWasAccepted(String stack) throws IOException {
    String snapshot = Snapshot.of(Synthesised.of("everything").stack(stack));
    Path accepted = DIRECTORY.resolve(stack + ".json");
    if ("rewrite".equals(System.getProperty("sluice.snapshots"))) {
      Files.createDirectories(DIRECTORY);
      Files.writeString(accepted, snapshot);
    }
    assertThat(accepted).exists();
    assertThat(snapshot).isEqualTo(Files.readString(accepted));
  }
}
