package dev.sluice.lambda.telemetry;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A stream may have any name; CloudWatch wants printable ASCII that does not begin with a colon.
 */
final class DimensionText {

  private DimensionText() {}

  static String of(String name) {
    StringBuilder text = new StringBuilder(name.length());
    for (byte character : name.getBytes(StandardCharsets.UTF_8)) {
      boolean plain = character >= ' ' && character < 0x7f && character != '%';
      if (plain && !(character == ':' && text.isEmpty())) {
        text.append((char) character);
      } else {
        text.append(String.format(Locale.ROOT, "%%%02X", character));
      }
    }
    return text.toString();
  }
}
