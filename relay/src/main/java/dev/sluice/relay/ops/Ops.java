package dev.sluice.relay.ops;

import dev.sluice.relay.config.OpsConfig;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.log.ConnectionSource;
import dev.sluice.relay.log.SchemaVersion;
import dev.sluice.relay.log.Session;
import dev.sluice.relay.log.Subscriptions;
import dev.sluice.relay.ops.move.DeadLetterQueue;
import dev.sluice.relay.ops.move.EventMover;
import dev.sluice.relay.ops.move.MoveRequest;
import dev.sluice.relay.ops.move.Moves;
import dev.sluice.relay.ops.preflight.Preflight;
import dev.sluice.relay.ops.probe.Probe;
import dev.sluice.relay.ops.request.Caller;
import dev.sluice.relay.ops.request.Deadline;
import dev.sluice.relay.ops.request.MeantSubscription;
import dev.sluice.relay.ops.request.RefusedException;
import dev.sluice.relay.ops.status.Measurement;
import dev.sluice.relay.ops.status.PauseSql;
import dev.sluice.relay.ops.status.StatusReport;
import dev.sluice.relay.ops.status.StatusSql;
import dev.sluice.relay.ops.status.Subject;
import dev.sluice.relay.ops.status.WidgetPage;
import dev.sluice.relay.ops.upkeep.Cleaning;
import dev.sluice.relay.ops.upkeep.Uncovered;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Does what an operator asks for, and answers what came of it. */
public final class Ops {

  private final OpsConfig config;
  private final Session session;
  private final StatusSql status;
  private final PauseSql pauses;
  private final EventMover mover;
  private final MeantSubscription meant;
  private final Preflight preflight;
  private final Probe probe;
  private final Consumer<Measurement> measured;
  private final Consumer<Uncovered> uncovered;
  private boolean served;

  public Ops(
      OpsConfig config,
      ConnectionSource source,
      DeadLetterQueue queue,
      InstantSource clock,
      Consumer<Measurement> measured,
      Consumer<Uncovered> uncovered) {
    this.config = config;
    this.measured = measured;
    this.uncovered = uncovered;
    session = new Session(source);
    status = new StatusSql(session);
    pauses = new PauseSql(session);
    meant = new MeantSubscription(session, config);
    mover = new EventMover(new Moves(session), queue, config, meant);
    preflight = new Preflight(config, session, clock);
    probe = new Probe(session, config);
  }

  public Map<String, Object> run(Command command, Caller caller, Deadline deadline) {
    requireSchema(command);
    String actor = caller.actor();
    return switch (command) {
      case Command.Status(boolean text) -> status(text);
      case Command.Measure() -> measure();
      case Command.Preflight() -> preflight.run(deadline);
      case Command.Widget() -> Map.of("html", widget(caller));
      case Command.Describe() -> Map.of("markdown", WidgetPage.DESCRIPTION);
      case Command.Clean() -> clean(named(actor, "clean"), caller.invocation(), deadline);
      case Command.Probe(var stream, var seconds, var metrics) ->
          probe.run(stream, seconds, named(actor, "probe"), deadline);
      case Command.Pause(var asked, Subject subject, String reason) -> {
        String name = meant.of("pause", asked);
        boolean changed = pauses.pause(name, subject, named(actor, "pause"), reason);
        yield changed("pause", name, subject, changed);
      }
      case Command.Resume(var asked, Subject subject, var reason) -> {
        String name = meant.of("resume", asked);
        boolean changed = pauses.resume(name, subject, named(actor, "resume"), reason);
        yield changed("resume", name, subject, changed);
      }
      case Command.Forget(String name, boolean confirm, String reason) ->
          forget(name, confirm, actor, reason);
      case Command.Move(MoveRequest move) ->
          mover.run(move, move.confirm() ? named(actor, move.kind().action()) : actor, deadline);
      case Command.Continue(var kind, var operation) -> {
        named(actor, kind.action());
        yield mover.proceed(kind, operation, deadline);
      }
    };
  }

  /** Once. Preflight looks at a database without the schema too, and a description needs none. */
  private void requireSchema(Command command) {
    boolean needed = !(command instanceof Command.Preflight || command instanceof Command.Describe);
    if (needed && !served) {
      SchemaVersion.require(session);
      served = true;
    }
  }

  /** Every change has a name in the audit. */
  private static String named(String actor, String action) {
    if (actor.isBlank()) {
      throw new RefusedException(
          action, List.of("'actor' is missing; say who asks, so that the audit can tell"));
    }
    return actor;
  }

  private StatusReport report() {
    return StatusReport.of(status.read(), config);
  }

  private Map<String, Object> measure() {
    Measurement measurement = Measurement.of(report());
    measured.accept(measurement);
    return measurement.toMap();
  }

  private Map<String, Object> status(boolean text) {
    StatusReport report = report();
    return text
        ? new LinkedHashMap<>(Map.of("action", "status", "text", report.text()))
        : report.toMap();
  }

  private String widget(Caller caller) {
    List<Map<String, Object>> dead =
        Subscriptions.names(session).stream()
            .flatMap(name -> mover.deadGroups(name).stream())
            .toList();
    return new WidgetPage(report(), dead, caller.function(), caller.changing()).html();
  }

  private static Map<String, Object> changed(
      String action, String subscription, Subject subject, boolean changed) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("action", action);
    answer.put("subscription", subscription);
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
    return new Cleaning(session, relay.retention(), deadline, uncovered).run(actor, invocation);
  }

  /** A dry run shows what would be given up. */
  private Map<String, Object> forget(String name, boolean confirm, String actor, String reason) {
    if (config.subscriptionNames().contains(name)) {
      throw new RefusedException(
          "forget",
          List.of("'subscription' is " + name + ", and routes name it; remove them first"));
    }
    meant.of("forget", name);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("action", "forget");
    answer.put("subscription", name);
    answer.put("dryRun", !confirm);
    answer.put("owed", report().owedTo(name));
    if (confirm) {
      answer.put(
          "forgottenHeldEvents",
          Subscriptions.forget(session, name, named(actor, "forget"), reason));
    }
    return answer;
  }

  /** The next action opens a connection. */
  public void disconnect() {
    session.disconnect();
    served = false;
  }
}
