package dev.sluice.relay.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.sluice.relay.ops.move.Filter;
import dev.sluice.relay.ops.move.FilterText;
import dev.sluice.relay.ops.move.MoveKind;
import dev.sluice.relay.ops.move.MoveRequest;
import dev.sluice.relay.ops.request.RefusedException;
import dev.sluice.relay.ops.status.Subject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class CommandTextTest {

  private static final UUID ID = UUID.fromString("01a1ef97-3a0c-7b80-a2f9-f491688b7126");

  @Test
  void everyFieldOfAFilterIsRead() {
    Map<String, Object> request =
        Map.of(
            "action",
            "redrive",
            "ids",
            List.of(ID.toString()),
            "stream",
            "orders",
            "type",
            "Placed",
            "key",
            "k",
            "group",
            "0123456789ab",
            "from",
            "2026-11-18T00:00:00Z",
            "to",
            "2026-11-19T00:00:00Z",
            "confirm",
            true,
            "perMinute",
            60);
    Filter filter =
        new Filter(
            List.of(ID),
            "orders",
            "Placed",
            "k",
            "0123456789ab",
            Instant.parse("2026-11-18T00:00:00Z"),
            Instant.parse("2026-11-19T00:00:00Z"),
            null);
    assertThat(CommandText.parse(request))
        .isEqualTo(
            new Command.Move(new MoveRequest(MoveKind.REDRIVE, filter, true, false, 60, null)));
    assertThat(FilterText.stored(filter.toMap())).as("as it is written down").isEqualTo(filter);
  }

  static Stream<Arguments> storedFilters() {
    return Stream.of(
        argumentSet(
            "unknownField",
            Map.of("stream", "orders", "region", "eu"),
            "'region' is unknown; the stored filter knows [from, to, ids, stream,"),
        argumentSet("unknownFieldAlone", Map.of("region", "eu"), "'region' is unknown"),
        argumentSet(
            "unknownForm", Map.of("stream", List.of("orders", "bills")), "'stream' is [orders,"),
        argumentSet("noCondition", Map.of(), "'all' must be true"),
        argumentSet("allAndACondition", Map.of("all", true, "key", "k"), "'all' must be true"));
  }

  /** A newer release may have written it; without that condition it would mean more events. */
  @ParameterizedTest
  @MethodSource("storedFilters")
  void storedFilterThatThisReleaseDoesNotUnderstandIsRefused(
      Map<String, Object> written, String message) {
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> FilterText.stored(written))
        .withMessageContaining(message);
    Filter everything = FilterText.stored(Map.of("all", true));
    assertThat(everything.everything()).isTrue();
    assertThat(FilterText.stored(everything.toMap())).isEqualTo(everything);
  }

  @Test
  void whatACommandLineSendsIsText() {
    assertThat(
            CommandText.parse(
                Map.of(
                    "action",
                    "discard",
                    "all",
                    "true",
                    "confirm",
                    "true",
                    "acceptGap",
                    "true",
                    "perMinute",
                    "5",
                    "reason",
                    "r",
                    "actor",
                    "ann")))
        .isEqualTo(
            new Command.Move(
                new MoveRequest(
                    MoveKind.DISCARD,
                    new Filter(List.of(), null, null, null, null, null, null, null),
                    true,
                    true,
                    5,
                    "r")));
  }

  @Test
  void otherActions() {
    assertThat(CommandText.parse(Map.of("action", "status", "format", "text")))
        .isEqualTo(new Command.Status(true));
    assertThat(CommandText.parse(Map.of("action", "pause", "destination", "d", "reason", "r")))
        .isEqualTo(new Command.Pause(null, new Subject(Subject.Kind.DESTINATION, "d"), "r"));
    assertThat(CommandText.parse(Map.of("action", "replay", "operation", ID.toString())))
        .isEqualTo(new Command.Continue(MoveKind.REPLAY, ID));
    assertThat(CommandText.parse(Map.of("action", "probe")))
        .isEqualTo(new Command.Probe("sluice.probe", 90, false));
    assertThat(
            CommandText.parse(
                Map.of("action", "probe", "stream", "s", "seconds", "9", "metrics", true)))
        .isEqualTo(new Command.Probe("s", 9, true));
  }

  static Stream<Arguments> faults() {
    return Stream.of(
        argumentSet("noAction", Map.of(), "'action' is null; it must be one of [status, redrive,"),
        argumentSet("unknownAction", Map.of("action", "fix"), "'action' is fix"),
        argumentSet(
            "unknownField", Map.of("action", "clean", "x", 1), "'x' is unknown; clean knows []"),
        argumentSet(
            "noFilter", Map.of("action", "redrive"), "'all' must be true if no filter is given"),
        argumentSet(
            "allAndAFilter",
            Map.of("action", "redrive", "all", true, "key", "k"),
            "'all' contradicts the filter"),
        argumentSet(
            "notAnId",
            Map.of("action", "redrive", "ids", "1,2"),
            "'ids' holds '1', which is no UUID"),
        argumentSet(
            "notATime",
            Map.of("action", "replay", "from", "noon"),
            "'from' is noon; it must be a time such as"),
        argumentSet(
            "endsBeforeItBegins",
            Map.of(
                "action", "replay", "from", "2026-11-18T00:00:00Z", "to", "2026-11-18T00:00:00Z"),
            "'to' is not after 'from'"),
        argumentSet(
            "noRate",
            Map.of("action", "redrive", "key", "k", "perMinute", 0),
            "'perMinute' is 0; it must be a whole number"),
        argumentSet(
            "groupOfPublished",
            Map.of("action", "replay", "group", "g"),
            "'group' is of failed events"),
        argumentSet(
            "gapOfARedrive",
            Map.of("action", "redrive", "key", "k", "acceptGap", true),
            "'acceptGap' is unknown"),
        argumentSet(
            "noReasonToDiscard",
            Map.of("action", "discard", "key", "k", "confirm", true),
            "'reason' is missing"),
        argumentSet(
            "noReasonToPause", Map.of("action", "pause", "stream", "s"), "'reason' is missing"),
        argumentSet(
            "nothingToPause",
            Map.of("action", "pause", "reason", "r"),
            "'stream' or 'destination' is needed, one of them"),
        argumentSet(
            "twoToPause",
            Map.of("action", "pause", "reason", "r", "stream", "s", "destination", "d"),
            "one of them"),
        argumentSet(
            "notAFlag",
            Map.of("action", "redrive", "key", "k", "confirm", "yes"),
            "'confirm' is yes; it must be true or false"),
        argumentSet(
            "notAFormat",
            Map.of("action", "status", "format", "xml"),
            "'format' is xml; it must be json or text"),
        argumentSet(
            "blank",
            Map.of("action", "redrive", "stream", " "),
            "'stream' is  ; it must be a text"));
  }

  @ParameterizedTest
  @MethodSource("faults")
  void mistakeIsNamedWithItsFieldAndTheFix(Map<String, Object> request, String message) {
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(() -> CommandText.parse(request))
        .withMessageContaining(message);
  }

  @Test
  void allMistakesAreToldAtOnce() {
    assertThatExceptionOfType(RefusedException.class)
        .isThrownBy(
            () -> CommandText.parse(Map.of("action", "redrive", "from", "x", "ids", "y", "z", 1)))
        .withMessageContainingAll("redrive was refused:\n  - ", "'from'", "'ids'", "'z'");
  }
}
