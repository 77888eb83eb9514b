package dev.sluice.relay.log;

import dev.sluice.relay.lane.LogEvent;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** From a row to an event. A row that is no message becomes an event that is rejected. */
final class EventRow {

  private static final long EPOCH_SECONDS = 946_684_800L; // PostgreSQL counts from the year 2000
  private static final long MICROS = 1_000_000L;
  private static final long NEVER = Long.MIN_VALUE;

  private static final Rejected HALF_CHARACTER =
      new Rejected(
          "HEADERS",
          "the column headers has half of a surrogate pair, such as \\ud83d alone, which no broker"
              + " can carry; append both halves of the character");

  private EventRow() {}

  /** A row with {@link EventColumns#upTo}, then {@link EventColumns#OF_HELD} or a zero. */
  static void decode(BinaryRow row, String stream, boolean held, int part, FoundRows found) {
    long bytes = row.int64(0);
    if (bytes > 0) {
      found.addLarge(part, row.int64(), row.int16(), bytes);
    } else {
      found.add(part, event(row, stream, held, null), row.size());
    }
  }

  /** A row with {@link EventColumns#loaded}, then {@link EventColumns#OF_HELD} or a zero. */
  static LogEvent decodeLarge(BinaryRow row, String stream, boolean held) {
    String excess = row.text();
    Rejected tooLarge =
        excess == null
            ? null
            : new Rejected(
                "TOO_LARGE",
                excess + "; store the content elsewhere and append an event that refers to it");
    return event(row, stream, held, tooLarge);
  }

  private static LogEvent event(
      BinaryRow row, String stream, boolean held, @Nullable Rejected tooLarge) {
    long seq = row.int64();
    int slot = row.int16();
    int shard = row.int16();
    Instant createdAt = instant(row.int64());
    UUID id = row.uuid();
    int maxAttempts = row.int32(0);
    String key = text(row);
    String eventType = text(row);
    String aggregateType = row.text();
    String aggregateId = row.text();
    String contentType = text(row);
    byte[] headers = row.binary();
    byte[] json = row.binary();
    byte[] binary = row.binary();
    int attempt = row.int32() + 1;
    long redriven = held ? row.int64(NEVER) : NEVER;
    boolean condemned = held && row.bool();
    Map<String, String> attributes = Map.of();
    Rejected undeliverable = tooLarge;
    if (headers != null) {
      try {
        attributes = HeaderJson.parse(headers);
        if (HeaderJson.hasHalfCharacter(headers, attributes)) {
          undeliverable = HALF_CHARACTER;
        }
      } catch (IOException e) {
        undeliverable =
            new Rejected(
                "HEADERS",
                "the column headers cannot be read (%s); append a JSON object of texts in UTF-8"
                    .formatted(e.getClass().getSimpleName()));
      }
    }
    if (condemned) {
      undeliverable = LogEvent.CONDEMNED;
    }
    byte[] payload = json == null ? binary : json;
    OutboxMessage message =
        new OutboxMessage(
            seq,
            id,
            stream,
            eventType,
            aggregateType,
            aggregateId,
            key,
            payload == null ? new byte[0] : payload,
            json == null,
            contentType,
            attributes,
            createdAt,
            attempt);
    return new LogEvent(
        redriven == NEVER ? message : message.redriven(instant(redriven)),
        slot,
        shard,
        maxAttempts,
        held,
        undeliverable,
        redriven != NEVER);
  }

  private static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        EPOCH_SECONDS + Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * 1000);
  }

  /** A column that is NOT NULL. */
  private static String text(BinaryRow row) {
    String text = row.text();
    return text == null ? "" : text;
  }
}
