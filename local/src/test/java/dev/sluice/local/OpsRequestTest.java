package dev.sluice.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpsRequestTest {

  private static OpsRequest parse(String... arguments) {
    return OpsRequest.parse(List.of(arguments));
  }

  @Test
  void argumentsBecomeTheFunctionsEvent() {
    OpsRequest request = parse("redrive", "stream=a=b", "--json", "actor=ann");
    assertThat(request.event())
        .isEqualTo(Map.of("action", "redrive", "stream", "a=b", "actor", "ann"));
    assertThat(request.json()).isTrue();
    assertThat(request.function()).isEmpty();
  }

  @Test
  void deployedFunctionIsNamedAnywhere() {
    OpsRequest request =
        parse("--function", "arn:aws:lambda:eu-central-1:1:function:ops", "status");
    assertThat(request.function()).contains("arn:aws:lambda:eu-central-1:1:function:ops");
    assertThat(request.event()).containsEntry("action", "status").doesNotContainKey("function");
  }

  @Test
  void whoIsLoggedInIsTheActor() {
    assertThat(parse("status").actor()).isEqualTo(System.getProperty("user.name"));
  }

  @Test
  void mistakesAreNamed() {
    assertThatThrownBy(() -> parse()).hasMessageContaining("needs an action");
    assertThatThrownBy(() -> parse("a", "b")).hasMessageContaining("'b'");
    assertThatThrownBy(() -> parse("a", "--x")).hasMessageContaining("'--x'");
    assertThatThrownBy(() -> parse("a", "--function")).hasMessageContaining("needs a value");
  }
}
