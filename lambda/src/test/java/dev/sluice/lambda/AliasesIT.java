package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.lambda.testing.InvocationContext;
import dev.sluice.relay.ops.request.RefusedException;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** IAM grants an alias, and the alias decides what is done. */
@TestInstance(Lifecycle.PER_CLASS)
final class AliasesIT {

  private static final String FUNCTION = "arn:aws:lambda:eu-central-1:000000000000:function:test";

  /** A viewer's alias, one of the owner's own, a version, and no name at all. */
  private static final List<String> ONLY_LOOKING = List.of(":look", ":Live", ":7", ":$LATEST", "");

  static final List<String> LOOKS =
      List.of(
          "{'action': 'status'}",
          "{'action': 'preflight'}",
          "{'action': 'redrive', 'all': true}",
          "{'action': 'discard', 'stream': 'orders'}",
          "{'action': 'replay', 'stream': 'orders'}",
          "{'describe': true}");

  private static final List<String> CHANGES =
      List.of(
          "{'action': 'redrive', 'all': true, 'confirm': true, 'actor': 'ann'}",
          "{'action': 'discard', 'all': true, 'confirm': true, 'reason': 'r', 'actor': 'ann'}",
          "{'action': 'replay', 'stream': 'orders', 'confirm': true, 'actor': 'ann'}",
          "{'action': 'redrive', 'operation': '01a1ef97-3a0c-7b80-a2f9-f491688b7126', 'actor': 'ann'}",
          "{'action': 'pause', 'stream': 'orders', 'reason': 'r', 'actor': 'ann'}",
          "{'action': 'resume', 'stream': 'orders', 'actor': 'ann'}",
          "{'action': 'probe', 'seconds': 1, 'actor': 'ann'}",
          "{'action': 'probe', 'seconds': 1, 'metrics': true, 'actor': 'ann'}",
          "{'action': 'clean', 'actor': 'ann'}",
          "{'action': 'measure'}");

  private final TestDatabase database = new TestDatabase();
  private final Operator operator = new Operator(database, TestRelay.routeTo("nowhere"));

  @AfterAll
  void drop() {
    operator.close();
    database.close();
  }

  private static InvocationContext by(String name) {
    return new InvocationContext().by(name);
  }

  static Stream<Arguments> changesByOtherNames() {
    return CHANGES.stream()
        .flatMap(request -> ONLY_LOOKING.stream().map(name -> Arguments.of(request, name)));
  }

  @ParameterizedTest
  @MethodSource("changesByOtherNames")
  void changeIsRefusedUnlessItComesByTheAliasForIt(String request, String name) {
    assertThatThrownBy(() -> operator.ask(request, by(name)))
        .isInstanceOf(RefusedException.class)
        .hasMessageEndingWith(
            "it changes the outbox, and %s%s only looks; invoke %s:live"
                .formatted(FUNCTION, name, FUNCTION));
    assertThat(database.count("outbox.audit")).isZero();
    assertThat(database.count("outbox.event")).isZero();
    assertThat(database.count("outbox.state")).isZero();
  }

  @ParameterizedTest
  @FieldSource("LOOKS")
  void lookingIsDoneByEveryName(String request) {
    for (String name : ONLY_LOOKING) {
      assertThat(operator.ask(request, by(name))).as(name).isNotEmpty();
    }
  }

  /** The control: the same change is made by the alias for it. */
  @Test
  void aliasForChangesChanges() {
    try (TestDatabase other = new TestDatabase();
        Operator changing = new Operator(other, TestRelay.routeTo("nowhere"))) {
      changing.ask(
          "{'action': 'pause', 'stream': 'orders', 'reason': 'r', 'actor': 'ann'}", by(":live"));
      assertThat(other.count("outbox.audit")).isEqualTo(1);
    }
  }

  @Test
  void whatIsWrongWithARequestIsSaidFirst() {
    assertThatThrownBy(() -> operator.ask("{'action': 'redirve'}", by(":look")))
        .hasMessageContaining("'action' is redirve");
  }
}
