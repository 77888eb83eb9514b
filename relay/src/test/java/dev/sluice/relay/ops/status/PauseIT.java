package dev.sluice.relay.ops.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A person stops a stream or a destination, and lets it go on. */
final class PauseIT {

  private final Operated operated = new Operated();
  private final PauseSql pauses = new PauseSql(operated.session);

  @AfterEach
  void drop() {
    operated.close();
  }

  @Test
  void pausedStreamAndPausedDestinationWaitUntilTheyAreResumed() {
    operated.drained.append(1, 2, 4);
    for (Subject subject :
        List.of(
            new Subject(Subject.Kind.STREAM, "s0"),
            new Subject(Subject.Kind.DESTINATION, operated.destination()))) {
      assertThat(pauses.pause("main", subject, "ann", "repair")).isTrue();
      assertThat(pauses.pause("main", subject, "eve", "repair, still")).isFalse();
      assertThat(operated.drained.run("lane").published()).isZero();
      assertThat(pauses.resume("main", subject, "bob", null)).isTrue();
      assertThat(pauses.resume("main", subject, "bob", null)).isFalse();
    }
    assertThat(operated.drained.run("lane").published()).isEqualTo(4);
    assertThat(
            operated.database.rows(
                "SELECT concat_ws('|', action, actor, filter, affected, reason) FROM outbox.audit ORDER BY at"))
        .hasSize(8)
        .startsWith(
            "pause|ann|{\"stream\" : \"s0\", \"subscription\" : \"main\"}|1|repair",
            "pause|eve|{\"stream\" : \"s0\", \"subscription\" : \"main\"}|1|repair, still",
            "resume|bob|{\"stream\" : \"s0\", \"subscription\" : \"main\"}|1",
            "resume|bob|{\"stream\" : \"s0\", \"subscription\" : \"main\"}|0")
        .contains(
            "resume|bob|{\"destination\" : \"%s\", \"subscription\" : \"main\"}|1"
                .formatted(operated.destination()));
  }

  @Test
  void secondPauseKeepsTheMomentAndChangesNameAndReason() {
    Subject subject = new Subject(Subject.Kind.DESTINATION, operated.destination());
    pauses.pause("main", subject, "ann", "repair");
    operated.database.execute("UPDATE outbox.state SET paused_at = paused_at - interval '1 h'");
    String paused = "SELECT paused_at FROM outbox.state";
    List<String> since = operated.database.rows(paused);
    pauses.pause("main", subject, "eve", "still");
    assertThat(operated.database.rows(paused)).isEqualTo(since);
    assertThat(operated.status.read().destinations())
        .singleElement()
        .satisfies(
            gauge -> {
              assertThat(gauge.paused()).isTrue();
              assertThat(gauge.pausedBy()).isEqualTo("eve");
              assertThat(gauge.pauseReason()).isEqualTo("still");
            });
  }

  @Test
  void resumeLeavesTheBreakerAlone() {
    operated.database.execute(
        "INSERT INTO outbox.state (subscription, kind, name, breaker_failures, breaker_open_until, breaker_reason) VALUES ('main', 'destination', 'fake:x', 3, now() + interval '1 h', 'away')");
    Subject subject = new Subject(Subject.Kind.DESTINATION, "fake:x");
    pauses.pause("main", subject, "ann", "repair");
    pauses.resume("main", subject, "ann", null);
    assertThat(operated.status.read().destinations())
        .singleElement()
        .satisfies(
            gauge -> {
              assertThat(gauge.breakerOpen()).isTrue();
              assertThat(gauge.retryInSeconds()).isBetween(3500L, 3600L);
              assertThat(gauge.breakerReason()).isEqualTo("away");
              assertThat(gauge.paused()).isFalse();
            });
  }
}
