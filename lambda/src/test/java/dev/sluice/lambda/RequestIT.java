package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Client;
import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import dev.sluice.lambda.testing.InvocationContext;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who asks, and requests that are refused. */
final class RequestIT {

  private static final String REDRIVE =
      "{'action': 'redrive', 'all': true, 'confirm': true, 'actor': 'ann'}";

  private final TestDatabase database = new TestDatabase();
  private final Operator operator = new Operator(database, TestRelay.routeTo("nowhere"));

  @AfterEach
  void drop() {
    operator.close();
    database.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'action': 'redrive', 'all': true, 'confirm': true}",
        "{'action': 'discard', 'all': true, 'confirm': true, 'reason': 'r'}",
        "{'action': 'replay', 'all': true, 'confirm': true}",
        "{'action': 'pause', 'stream': 'orders', 'reason': 'r'}",
        "{'action': 'resume', 'stream': 'orders'}",
        "{'action': 'clean'}",
        "{'action': 'redrive', 'operation': '01a1ef97-3a0c-7b80-a2f9-f491688b7126'}"
      })
  void changeWithoutAnActorIsRefused(String request) {
    assertThatThrownBy(() -> operator.ask(request)).hasMessageContaining("'actor' is missing");
    assertThat(database.count("outbox.audit")).isZero();
    assertThat(database.count("outbox.operation")).isZero();
    assertThat(database.count("outbox.state")).isZero();
  }

  @Test
  void actorIsWhomTheClientNamesAndThenWhomTheRequestDoes() {
    ClientContext client =
        new ClientContext() {
          @Override
          public @Nullable Client getClient() {
            return null;
          }

          @Override
          public Map<String, String> getCustom() {
            return Map.of("actor", "console");
          }

          @Override
          public Map<String, String> getEnvironment() {
            return Map.of();
          }
        };
    operator.ask(REDRIVE, new InvocationContext(() -> 30_000, client));
    assertThat(database.one("SELECT actor FROM outbox.audit")).isEqualTo("console, for ann");
  }

  @Test
  void actorIsFirstOfAllWhomLambdaNames() {
    CognitoIdentity caller =
        new CognitoIdentity() {
          @Override
          public String getIdentityId() {
            return "eu-central-1:7c2d";
          }

          @Override
          public String getIdentityPoolId() {
            return "eu-central-1:pool";
          }
        };
    operator.ask(REDRIVE.replace(", 'actor': 'ann'", ""), new InvocationContext().of(caller));
    operator.ask(REDRIVE, new InvocationContext().of(caller));
    assertThat(database.rows("SELECT actor FROM outbox.audit ORDER BY at"))
        .containsExactly("eu-central-1:7c2d", "eu-central-1:7c2d, for ann");
  }

  @Test
  void operationThatIsUnknownOrAnotherIsRefused() {
    String unknown =
        "{'action': 'redrive', 'actor': 'ann', 'operation': '" + UUID.randomUUID() + "'}";
    assertThatThrownBy(() -> operator.ask(unknown)).hasMessageContaining("is unknown");
    Object operation = operator.ask(REDRIVE).get("operation");
    String other = "{'action': 'discard', 'actor': 'ann', 'operation': '" + operation + "'}";
    assertThatThrownBy(() -> operator.ask(other)).hasMessageContaining("is a redrive");
  }

  @Test
  void allThatIsWrongWithARequestIsInOneMessage() {
    assertThatThrownBy(() -> operator.ask("{'action': 'redrive', 'from': 'noon', 'strem': 'x'}"))
        .hasMessage(
            """
            redrive was refused:
              - 'from' is noon; it must be a time such as 2026-11-18T03:00:00Z
              - 'all' must be true if no filter is given
              - 'strem' is unknown; redrive knows %s"""
                .formatted(
                    "[operation, from, to, ids, stream, type, key, group, subscription, all, confirm, perMinute, reason]"));
  }

  @Test
  void eventThatIsNoJsonIsRefused() {
    assertThatThrownBy(() -> operator.ask("status"))
        .hasMessageContaining("send {\"action\": \"status\"}");
  }
}
