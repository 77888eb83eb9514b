package dev.sluice.relay.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBytesTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "plain",
        "quote \" and backslash \\ and slash /",
        "\b\f\n\r\t\u0000\u0001\u001f\u007f\u009f",
        "Grüße, Привет, 你好",
        "😀 outside the basic plane 𝄞",
        "\u2028 and \u2029 end a line in JavaScript",
        "\u07ff\u0800\ud7ff\ue000\uffff",
        "</script><!--"
      })
  void everyStringIsReadBackAsItWas(String text) throws Exception {
    assertThat(readBack(text)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ud83d", "\ude00", "\ude00\ud83d", "\ud83d\ud83d"})
  void halfASurrogatePairBecomesTheReplacementCharacter(String halves) throws Exception {
    assertThat(readBack("a" + halves + "b"))
        .isEqualTo("a" + "\ufffd".repeat(halves.length()) + "b");
  }

  @Test
  void everyCharIsReadBackAsItWas() throws Exception {
    for (char c = 0; c < Character.MIN_SURROGATE; c++) {
      assertThat(readBack("<" + c + ">")).isEqualTo("<" + c + ">");
    }
  }

  @Test
  void randomTextIsTheUtf8OfTheJdk() {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
    for (int i = 0; i < 1_000; i++) {
      String text =
          random
              .ints(random.nextInt(40), 0x80, Character.MAX_CODE_POINT)
              .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString();
      assertThat(new JsonBytes(1).field("n", text).finish())
          .isEqualTo(("{\"n\":\"" + text + "\"}").getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void anObjectWithoutFieldsIsAnEmptyObject() {
    assertThat(new JsonBytes(0).finish()).asString().isEqualTo("{}");
  }

  @Test
  void controlCharactersTakeTheShortestEscape() {
    assertThat(new JsonBytes(0).field("n", "\n\r\t\u0000\u001f").finish())
        .asString()
        .isEqualTo("{\"n\":\"\\n\\r\\t\\u0000\\u001f\"}");
  }

  private static @Nullable Object readBack(String text) throws Exception {
    return JSON.std.mapFrom(new JsonBytes(0).field("name", text).finish()).get("name");
  }
}
