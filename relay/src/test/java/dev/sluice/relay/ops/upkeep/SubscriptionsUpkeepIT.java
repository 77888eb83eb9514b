package dev.sluice.relay.ops.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestRelay;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A slot is emptied when every subscription accounts for its events. */
final class SubscriptionsUpkeepIT {

  private final KeptDatabase kept = new KeptDatabase();
  private final FakeBroker audit = FakeBroker.named(kept.database.name() + "-audit");
  private final String main =
      "{\"stream\":\"*\",\"destination\":\"fake:%s-main\"}".formatted(kept.database.name());
  private final String both =
      main
          + ",{\"name\":\"audit\",\"stream\":\"s\",\"destination\":\"fake:%s-audit\"}"
              .formatted(kept.database.name());

  @AfterEach
  void drop() {
    kept.close();
  }

  private void run(String routes) {
    try (TestRelay relay =
        new TestRelay(kept.database, Map.of("SLUICE_ROUTES", "[" + routes + "]"))) {
      relay.run();
    }
  }

  @Test
  void slotIsEmptiedWhenAllHaveItsEvents() {
    kept.append(kept.oldest, "s", 30);
    kept.append(kept.oldest, "t", 20);
    run(both);
    Map<String, Object> answer = kept.clean();
    assertThat(answer).containsEntry("uncoveredEvents", 0L).containsEntry("heldEvents", 0L);
    kept.assertEmptied(answer, 50);
  }

  @Test
  void eventThatOneHasLostIsDeliveredUnderItsName() {
    kept.append(kept.oldest, "s", 30);
    kept.append(kept.oldest, "t", 20);
    run(both);
    kept.database.execute("DELETE FROM outbox.delivery WHERE subscription = 'audit'");
    Map<String, Object> answer = kept.clean();
    assertThat(answer).containsEntry("uncoveredEvents", 30L);
    kept.assertEmptied(answer, 50);
    assertThat(kept.found).containsExactly(new Uncovered(kept.oldest, Map.of("s", 30L)));
    run(both);
    assertThat(audit.delivered()).hasSize(60);
    assertThat(FakeBroker.named(kept.database.name() + "-main").delivered()).hasSize(50);
  }

  @Test
  void nameThatWasTakenAwayKeepsItsSlots() {
    run(both);
    kept.append(kept.oldest, "s", 2_000);
    run(main);
    Map<String, Object> answer = kept.clean();
    assertThat(KeptDatabase.list(answer, "emptiedSlots")).isEmpty();
    assertThat(KeptDatabase.list(answer, "keptSlots"))
        .singleElement()
        .satisfies(slot -> assertThat(slot).containsEntry("streams", Map.of("s", 2_000L)));
    run(both);
    kept.assertEmptied(kept.clean(), 2_000);
    assertThat(audit.delivered()).hasSize(2_000);
  }

  @Test
  void littleThatIsOwedToANameIsHeldForIt() {
    run(both);
    kept.append(kept.oldest, "s", 30);
    kept.append(kept.oldest, "t", 20);
    run(main);
    Map<String, Object> answer = kept.clean();
    assertThat(answer).containsEntry("heldEvents", 30L).containsEntry("uncoveredEvents", 0L);
    kept.assertEmptied(answer, 50);
    run(both);
    assertThat(audit.delivered()).hasSize(30);
  }

  @Test
  void whatCommittedBeforeANameBeganIsNotOwedToIt() {
    kept.append(kept.oldest, "s", 30);
    run(main);
    run(both);
    Map<String, Object> answer = kept.clean();
    assertThat(answer).containsEntry("uncoveredEvents", 0L).containsEntry("heldEvents", 0L);
    kept.assertEmptied(answer, 30);
  }

  @Test
  void streamThatANameTakesLaterIsNotMissedBefore() {
    kept.append(kept.oldest, "t", 30);
    run(both);
    run(
        both
            + ",{\"name\":\"audit\",\"stream\":\"t\",\"destination\":\"fake:%s-audit\"}"
                .formatted(kept.database.name()));
    kept.assertEmptied(kept.clean(), 30);
    assertThat(audit.delivered()).isEmpty();
  }
}
