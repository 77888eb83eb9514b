package dev.sluice.relay.ops;

import dev.sluice.relay.Outbox.Subject;
import dev.sluice.relay.config.RelayConfig;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Does what an operator asks for, and answers what came of it. */
public final class Ops {

  private final OpsConfig config;
  private final Gauges gauges;
  private final Upkeep upkeep;
  private final EventMover mover;
  private final InstantSource clock;
  private final Consumer<Measurement> measured;
  private final DestinationProbe probe;

  public Ops(
      OpsConfig config,
      Gauges gauges,
      Moves moves,
      Upkeep upkeep,
      DeadLetterQueue queue,
      DestinationProbe probe,
      InstantSource clock,
      Consumer<Measurement> measured) {
    this.measured = measured;
    this.config = config;
    this.gauges = gauges;
    this.upkeep = upkeep;
    this.mover = new EventMover(moves, queue, config);
    this.probe = probe;
    this.clock = clock;
  }

  public Map<String, Object> run(Command command, Caller caller, Deadline deadline) {
    String actor = caller.actor();
    return switch (command) {
      case Command.Status(boolean text) -> status(text);
      case Command.Measure() -> measure();
      case Command.Preflight() -> preflight(deadline);
      case Command.Widget() -> Map.of("html", widget(caller.function()));
      case Command.Describe() -> Map.of("markdown", WidgetPage.DESCRIPTION);
      case Command.Clean() -> clean(named(actor, "clean"), caller.invocation(), deadline);
      case Command.Pause(Subject subject, String reason) ->
          changed("pause", subject, upkeep.pause(subject, named(actor, "pause"), reason));
      case Command.Resume(Subject subject, var reason) ->
          changed("resume", subject, upkeep.resume(subject, named(actor, "resume"), reason));
      case Command.Move move ->
          mover.run(move, move.confirm() ? named(actor, move.kind().action()) : actor, deadline);
      case Command.Continue again -> {
        named(actor, again.kind().action());
        yield mover.run(again, deadline);
      }
    };
  }

  /** Nothing is changed by nobody. */
  private static String named(String actor, String action) {
    if (actor.isBlank()) {
      throw new RefusedException(
          action, List.of("'actor' is missing; say who asks, so that the audit can tell"));
    }
    return actor;
  }

  private Map<String, Object> measure() {
    Measurement measurement = Measurement.of(StatusReport.of(gauges, config), gauges.sinceLeased());
    measured.accept(measurement);
    return measurement.toMap();
  }

  private Map<String, Object> status(boolean text) {
    StatusReport report = StatusReport.of(gauges, config);
    return text
        ? new LinkedHashMap<>(Map.of("action", "status", "text", report.text()))
        : report.toMap();
  }

  private String widget(String function) {
    return new WidgetPage(StatusReport.of(gauges, config), mover.deadGroups(), function).html();
  }

  private static Map<String, Object> changed(String action, Subject subject, boolean changed) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("action", action);
    answer.put(subject.kind().name().toLowerCase(Locale.ROOT), subject.name());
    answer.put("changed", changed);
    return answer;
  }

  private Map<String, Object> clean(String actor, String invocation, Deadline deadline) {
    RelayConfig relay = config.relay();
    if (relay == null) {
      throw new RefusedException(
          "clean",
          List.of("the retention is not known before this is corrected: " + config.routeFault()));
    }
    return new Cleaning(upkeep, relay.retention()).run(actor, invocation, deadline);
  }

  private Map<String, Object> preflight(Deadline deadline) {
    List<Preflight.Check> checks =
        new ArrayList<>(Preflight.of(upkeep.facts(), clock.instant(), config));
    RelayConfig relay = config.relay();
    if (relay != null) {
      checks.addAll(DestinationChecks.of(relay, probe, deadline));
    }
    return Preflight.answer(checks);
  }
}
