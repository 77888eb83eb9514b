package dev.sluice.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SampleEventTest {

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 9_999, 123_456, 9_999_999})
  void payloadIsJsonOf480BytesThatCopyTakesAsItIs(long number) throws IOException {
    SampleEvent event = new SampleEvent(number);
    assertThat(event.payload().getBytes(UTF_8)).hasSize(480);
    assertThat(JSON.std.mapFrom(event.payload())).containsEntry("customerId", event.key());
    assertThat(event.payload()).doesNotContain("\t", "\n", "\\");
  }

  @Test
  void headersAreAValidTraceParentAndACorrelationId() throws IOException {
    Map<String, Object> headers = JSON.std.mapFrom(new SampleEvent(7).headersJson());
    assertThat(headers).containsOnlyKeys("traceparent", "correlation-id");
    assertThat(String.valueOf(headers.get("traceparent")))
        .matches("00-[0-9a-f]{32}-[0-9a-f]{16}-01");
    String correlationId = String.valueOf(headers.get("correlation-id"));
    assertThat(UUID.fromString(correlationId)).hasToString(correlationId);
  }

  @Test
  void idsAreVersion7DistinctAndInOrder() {
    List<UUID> ids = LongStream.range(0, 20_000).mapToObj(i -> new SampleEvent(i).id()).toList();
    assertThat(ids).allMatch(id -> id.version() == 7 && id.variant() == 2);
    assertThat(ids).extracting(UUID::toString).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void keysComeRoundAfterTenThousand() {
    assertThat(LongStream.range(0, 20_000).mapToObj(i -> new SampleEvent(i).key()).distinct())
        .hasSize(10_000);
  }
}
