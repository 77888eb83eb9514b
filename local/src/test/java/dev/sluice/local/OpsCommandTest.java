package dev.sluice.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class OpsCommandTest {

  @Test
  void argumentsBecomeTheFunctionsEvent() throws Exception {
    assertThat(OpsCommand.event(List.of("redrive", "stream=a=b", "--json", "actor=ann")))
        .isEqualTo("{\"action\":\"redrive\",\"stream\":\"a=b\",\"actor\":\"ann\"}");
  }

  @Test
  void whoIsLoggedInIsTheActor() throws Exception {
    assertThat(OpsCommand.event(List.of("status")))
        .contains("\"actor\":\"" + System.getProperty("user.name") + "\"");
  }

  @Test
  void mistakesAreNamed() {
    assertThatThrownBy(() -> OpsCommand.event(List.of())).hasMessageContaining("needs an action");
    assertThatThrownBy(() -> OpsCommand.event(List.of("a", "b"))).hasMessageContaining("'b'");
    assertThatThrownBy(() -> OpsCommand.event(List.of("a", "--x"))).hasMessageContaining("'--x'");
    assertThatThrownBy(() -> OpsCommand.event(List.of("a", "--function", "arn")))
        .hasMessageContaining("local stack only");
  }
}
