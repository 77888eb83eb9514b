package dev.sluice.example;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.sluice.relay.spi.OutboxMessage;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** They change what they send. */
final class ContentMutants {

  private ContentMutants() {}

  static Stream<Mutant> all() {
    return List.of(
        Mutant.sending(
            "forgets the headers",
            it -> with(it, it.key(), it.payload(), Map.of()),
            "bodyAndAttributesArrive",
            "thirtyHeadersArrive",
            "oddCharactersArriveAsTheyWere"),
        Mutant.sending(
            "knows ASCII only",
            it ->
                with(
                    it,
                    new String(it.key().getBytes(US_ASCII), US_ASCII),
                    it.payload(),
                    it.headers()),
            "oddCharactersArriveAsTheyWere",
            "keyOfAThousandCharactersArrives"),
        Mutant.sending(
            "loses a byte",
            it ->
                with(
                    it,
                    it.key(),
                    Arrays.copyOf(it.payload(), Math.max(0, it.payload().length - 1)),
                    it.headers()),
            "bodyAndAttributesArrive",
            "everyByteOfABinaryPayloadArrives",
            "jsonThatIsNoObjectArrives"))
        .stream();
  }

  private static OutboxMessage with(
      OutboxMessage message, String key, byte[] payload, Map<String, String> headers) {
    return new OutboxMessage(
        message.seq(),
        message.id(),
        message.stream(),
        message.eventType(),
        message.aggregateType(),
        message.aggregateId(),
        key,
        payload,
        message.binary(),
        message.contentType(),
        headers,
        message.createdAt(),
        message.attempt());
  }
}
