package dev.sluice.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DrainIT {

  @Test
  void everyEventIsPublishedOnceAndArchived() {
    try (TestDatabase database = new TestDatabase();
        TestRelay relay =
            new TestRelay(database, Map.of("SLUICE_ROUTES", TestRelay.routeTo("drain")))) {
      database.append("orders", 10_000, 100);
      database.append("payments", 3_000, 7);
      RelayReport report = relay.run();
      assertThat(report.published()).isEqualTo(13_000);
      assertThat(report.stopped()).isEqualTo("drained");
      assertThat(FakeBroker.named("drain").delivered()).hasSize(13_000).doesNotHaveDuplicates();
      assertThat(database.count("outbox.event")).isZero();
      assertThat(database.count("outbox.published WHERE receipt = 'fake@' || seq"))
          .isEqualTo(13_000);
      assertThat(database.count("outbox.shard WHERE token IS NULL")).isEqualTo(64);
      System.out.println(report);
    }
  }
}
