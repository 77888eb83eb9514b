package dev.sluice.relay.ops.move;

/**
 * Failures with one cause have one group: a fingerprint of where the event goes, the code and the
 * reason.
 */
final class FailureSql {

  /* Without names in quotes, ids, hashes and numbers, which differ from event to event. */
  private static final String REASON =
      """
      regexp_replace(regexp_replace(regexp_replace(regexp_replace(coalesce(%s, ''),
        '"[^"]*"|`[^`]*`|(?<![[:alnum:]])''[^'']*''', '?', 'g'),
        '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', '?', 'gi'),
        '\\m(0x[0-9a-f]+|(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{6,})\\M', '?', 'gi'),
        '[0-9]+([.,:][0-9]+)*', '?', 'g')""";

  private static final String GROUP =
      "left(encode(sha256(convert_to(coalesce(%s, '') || chr(31) || coalesce(%s, '') || chr(31) || %s, 'UTF8')), 'hex'), 12)";

  private FailureSql() {}

  static String reason(String reason) {
    return REASON.formatted(reason);
  }

  static String group(String destination, String code, String reason) {
    return GROUP.formatted(destination, code, reason(reason));
  }
}
