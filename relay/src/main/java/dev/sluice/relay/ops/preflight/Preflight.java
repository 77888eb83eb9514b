package dev.sluice.relay.ops.preflight;

import dev.sluice.relay.config.OpsConfig;
import dev.sluice.relay.config.RelayConfig;
import dev.sluice.relay.log.Session;
import dev.sluice.relay.ops.preflight.Check.Verdict;
import dev.sluice.relay.ops.request.Deadline;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Whether the relay would work: the database, the settings and every destination. */
public final class Preflight {

  private final OpsConfig config;
  private final FactsSql database;
  private final InstantSource clock;

  public Preflight(OpsConfig config, Session session, InstantSource clock) {
    this.config = config;
    this.database = new FactsSql(session);
    this.clock = clock;
  }

  public Map<String, Object> run(Deadline deadline) {
    RelayConfig relay = config.relay();
    Facts facts = database.facts();
    Duration retention = relay == null ? Duration.ZERO : relay.retention();
    List<Check> checks =
        new ArrayList<>(DatabaseChecks.of(facts, clock.instant(), config.local(), retention));
    checks.add(routes());
    checks.add(DatabaseChecks.streams(facts, config::whyUnrouted));
    if (relay != null) {
      checks.addAll(DestinationChecks.of(relay, facts.streams(), deadline));
    }
    return Check.answer(checks);
  }

  private Check routes() {
    return config.routeFault().isEmpty()
        ? Check.ok("routes", "they parse")
        : new Check("routes", Verdict.FAIL, config.routeFault(), "correct SLUICE_ROUTES");
  }
}
