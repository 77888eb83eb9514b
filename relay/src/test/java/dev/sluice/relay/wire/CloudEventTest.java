package dev.sluice.relay.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CloudEventTest {

  @Test
  void kafkaHeadersAreTheAttributesBesideTheCallersOwn() {
    assertThat(CloudEvent.kafkaHeaders(Messages.json("{}")))
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("ce_specversion", "1.0"),
                Map.entry("ce_id", Messages.ID.toString()),
                Map.entry("ce_source", "/sluice/orders"),
                Map.entry("ce_type", "OrderPlaced"),
                Map.entry("ce_subject", "42"),
                Map.entry("ce_time", "2026-11-18T10:15:30.123456Z"),
                Map.entry("ce_aggregatetype", "Order"),
                Map.entry("ce_partitionkey", "key-1"),
                Map.entry("ce_traceparent", Messages.TRACEPARENT),
                Map.entry("content-type", "application/json"),
                Map.entry("traceparent", Messages.TRACEPARENT),
                Map.entry("tenant", "blue")));
  }

  @Test
  void attributesWithoutAValueAreAbsent() {
    assertThat(CloudEvent.kafkaHeaders(Messages.named("orders", "", null)))
        .doesNotContainKeys("ce_subject", "ce_aggregatetype", "ce_partitionkey");
    assertThat(CloudEvent.kafkaHeaders(Messages.named("orders", "k", "")))
        .doesNotContainKey("ce_subject");
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders", "a b", "ü/ö?#%", "😀", "\"<>\\^`{|}", "\u0001"})
  void sourceIsAUriReferenceThatKeepsTheStream(String stream) {
    String source = CloudEvent.kafkaHeaders(Messages.named(stream, "k", null)).get("ce_source");

    assertThat(URI.create(source).getPath()).isEqualTo("/sluice/" + stream);
    assertThat(source).matches("/sluice/[A-Za-z0-9._~%-]+");
  }
}
