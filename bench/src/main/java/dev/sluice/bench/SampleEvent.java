package dev.sluice.bench;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;

/**
 * The events of every contender: 480 bytes of JSON, 10,000 keys, a trace and a correlation id. The
 * number decides everything else, so that all contenders move the same bytes.
 */
public record SampleEvent(long number, String key) {

  public static final String STREAM = "orders";
  public static final String TYPE = "OrderPlaced";
  public static final String AGGREGATE_TYPE = "Order";

  static final int PAYLOAD_BYTES = 480;
  private static final int KEYS = 10_000;
  private static final long EPOCH = Instant.parse("2026-11-18T09:00:00Z").toEpochMilli();

  /** A version 7 UUID, in the order of the numbers as a writer's would be. */
  public UUID id() {
    long time = (EPOCH + number / 16) << 16;
    return new UUID(time | 0x7000 | (number % 16) << 8, 0x8000_0000_0000_0000L | scramble(1) >>> 2);
  }

  /** Neighbours have different keys, and every key comes round. */
  public SampleEvent(long number) {
    this(number, key(Math.floorMod(number * 7_919, KEYS)));
  }

  /** Any of so many keys, as dice would have it; the same again in every run. */
  static SampleEvent withAnyOf(int keys, long number) {
    return new SampleEvent(number, key(Long.remainderUnsigned(scramble(number, 0), keys)));
  }

  private static String key(long number) {
    return String.format(Locale.ROOT, "customer-%05d", number);
  }

  public Instant createdAt() {
    return Instant.ofEpochMilli(EPOCH + number / 16);
  }

  public String traceparent() {
    return String.format(
        Locale.ROOT, "00-%016x%016x-%016x-01", scramble(2), scramble(3), scramble(4));
  }

  public String correlationId() {
    return new UUID(scramble(5), scramble(6)).toString();
  }

  public String headersJson() {
    return "{\"traceparent\":\""
        + traceparent()
        + "\",\"correlation-id\":\""
        + correlationId()
        + "\"}";
  }

  /** For COPY; there is nothing in it that would have to be escaped. */
  String row() {
    return String.join(
        "\t",
        id().toString(),
        createdAt().toString(),
        STREAM,
        TYPE,
        AGGREGATE_TYPE,
        key,
        key,
        headersJson(),
        payload() + "\n");
  }

  public String payload() {
    String order =
        """
        {"orderId":"order-%010d","customerId":"%s","status":"PLACED","currency":"EUR","total":%d,\
        "placedAt":"%s","items":[{"sku":"SKU-%06d","quantity":%d,"price":%d},{"sku":"SKU-%06d",\
        "quantity":1,"price":1999}],"address":{"street":"Museumstrasse 12","city":"Winterthur",\
        "zip":"8400","country":"CH"},"note":\""""
            .formatted(
                number,
                key(),
                2_000 + number % 90_000,
                createdAt(),
                number % 999_983,
                1 + number % 3,
                number % 90_000,
                number * 31 % 999_983);
    int rest = PAYLOAD_BYTES - order.getBytes(StandardCharsets.UTF_8).length - 2;
    return order + note(rest) + "\"}";
  }

  /** Text that does not compress to nothing. */
  private String note(int length) {
    StringBuilder note = new StringBuilder(length + 16);
    for (int i = 7; note.length() < length; i++) {
      note.append(Long.toHexString(scramble(i))).append(' ');
    }
    note.setLength(length);
    return note.toString();
  }

  /** SplitMix64: evenly spread bits that depend on the number alone. */
  private long scramble(int salt) {
    return scramble(number, salt);
  }

  private static long scramble(long number, int salt) {
    long bits = (number + 1) * 0x9E37_79B9_7F4A_7C15L + salt * 0xD1B5_4A32_D192_ED03L;
    bits = (bits ^ bits >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    bits = (bits ^ bits >>> 27) * 0x94D0_49BB_1331_11EBL;
    return bits ^ bits >>> 31;
  }
}
