package dev.sluice.relay.config;

import java.util.regex.Pattern;

/** What an outbox is called in metrics and logs, where several may share an account. */
public final class OutboxName {

  static final String SETTING = "SLUICE_NAME";
  static final String DEFAULT = "sluice";

  private static final Pattern ALLOWED = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  private OutboxName() {}

  public static String read(Settings settings) {
    return settings.parsed(SETTING, DEFAULT, OutboxName::parse);
  }

  private static String parse(String text) {
    if (!ALLOWED.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "is '"
              + text
              + "'; it must be 1 to 64 letters, digits, dots, dashes or underscores, and begin with"
              + " a letter or digit");
    }
    return text;
  }
}
