package dev.sluice.aws.sns;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FormBytesTest {

  private static final int TRIALS = 500;

  @Test
  void fieldsAreJoined() {
    FormBytes form = new FormBytes();
    form.add("Action", "PublishBatch");
    form.add("a.b-c_1", "");
    form.add("text", "1 + 1 = 2 & ü");
    assertThat(new String(form.finish(), StandardCharsets.US_ASCII))
        .isEqualTo("Action=PublishBatch&a.b-c_1=&text=1+%2B+1+%3D+2+%26+%C3%BC");
  }

  /** The JDK's own encoder is the control. */
  @Test
  void anyTextIsEncodedAsTheJdkDoes() {
    Random random = new Random(1);
    for (int trial = 0; trial < TRIALS; trial++) {
      String text = random(random);
      String encoded = encode(text);
      assertThat(encoded).isEqualTo("x=" + URLEncoder.encode(text, StandardCharsets.UTF_8));
      assertThat(URLDecoder.decode(encoded, StandardCharsets.UTF_8)).isEqualTo("x=" + text);
    }
  }

  @Test
  void formGrowsWithItsText() {
    String text = "é".repeat(100_000);
    assertThat(encode(text)).hasSize(2 + 6 * text.length());
  }

  private static String encode(String text) {
    FormBytes form = new FormBytes();
    form.add("x", text);
    return new String(form.finish(), StandardCharsets.US_ASCII);
  }

  private static String random(Random random) {
    int[] ends = {0x7F, 0x7FF, 0xD7FF, 0x10FFFF};
    return random
        .ints(random.nextInt(50), 0, ends[random.nextInt(ends.length)])
        .filter(c -> c < 0xD800 || c > 0xDFFF)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
