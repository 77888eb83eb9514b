package dev.sluice.writer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonSyntaxTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        " true ",
        "false",
        "0",
        "-0",
        "-1.50e+10",
        "1E-2",
        "\"\"",
        "\"\\\" \\\\ \\/ \\b\\f\\n\\r\\t \\u0000 \\uD83d\"",
        "\"\u007f \uffff 漢字 \ud83d\ude80\"",
        "[]",
        "{}",
        "[[], {}, [1, 2]]",
        "{\"a\": {\"a\": []}, \"a\": null}",
        "\t{\r\n\"a\" : [ 1 , 2 ] } \n",
      })
  void validDocumentHasNoFault(String text) {
    assertThat(JsonSyntax.fault(text)).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "``; 0; a value",
        "` `; 1; a value",
        "x; 0; a value",
        "nul; 0; a value",
        "nullx; 4; the end of the document",
        "1 2; 2; the end of the document",
        "01; 1; the end of the document",
        "-; 1; a digit",
        ".5; 0; a value",
        "1.; 2; a digit",
        "1e+; 3; a digit",
        "+1; 0; a value",
        "NaN; 0; a value",
        "'a'; 0; a value",
        "[1; 2; ',' or ']'",
        "[1,]; 3; a value",
        "[1}; 2; ',' or ']'",
        "]; 0; a value",
        "{; 1; a name in quotes or '}'",
        "{\"a\"}; 4; ':'",
        "{\"a\":}; 5; a value",
        "{\"a\":1]; 6; ',' or '}'",
        "{\"a\":1,}; 7; a name in quotes",
        "{1:2}; 1; a name in quotes or '}'",
        "\"a; 2; '\"' at the end of a string",
        "\"\\x\"; 2; one of \" \\ / b f n r t u after a backslash",
        "\"\\u12g4\"; 5; four hexadecimal digits after \\u",
        "\"\\u12; 5; four hexadecimal digits after \\u",
      },
      delimiter = ';')
  void faultSaysWhereAndWhatWasExpected(String text, int offset, String expected) {
    assertThat(JsonSyntax.fault(text)).isEqualTo(new JsonSyntax.Fault(offset, expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"a\nb\"",
        "\"\u0000\"",
        "\ufeff{}",
        "1\u00a0",
        "\uffff",
        "\"\\\uffff\"",
        "// x\n1",
        "\u0661"
      })
  void whatOnlyLooksLikeJsonIsAFault(String text) {
    assertThat(JsonSyntax.fault(text)).isNotNull();
  }

  @Test
  void depthHasALimitAndNoDocumentOverflowsTheStack() {
    String deepest = "[".repeat(512) + "]".repeat(512);

    assertThat(JsonSyntax.fault(deepest)).isNull();
    assertThat(JsonSyntax.fault("[" + deepest + "]"))
        .isEqualTo(new JsonSyntax.Fault(512, "at most 512 levels of nesting"));
    assertThat(JsonSyntax.fault("[".repeat(100_000))).isNotNull();
    assertThat(JsonSyntax.fault("{\"a\":".repeat(100_000))).isNotNull();
  }
}
