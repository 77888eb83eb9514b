package dev.sluice.relay.ops;

import dev.sluice.relay.ops.Upkeep.Facts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Whether it would work, line by line, each with what to do about it. */
final class Preflight {

  private static final Duration SKEW = Duration.ofSeconds(5);
  private static final String MIGRATE = "invoke MigrateHandler of this release";

  private Preflight() {}

  enum Verdict {
    OK,
    WARN,
    FAIL
  }

  /** One line. */
  public record Check(String name, Verdict verdict, String finding, String remedy) {
    static Check ok(String name, String finding) {
      return new Check(name, Verdict.OK, finding, "");
    }

    Map<String, Object> toMap() {
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("check", name);
      map.put("verdict", verdict.name());
      map.put("finding", finding);
      map.put("remedy", remedy);
      return map;
    }
  }

  static Map<String, Object> answer(List<Check> checks) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("action", "preflight");
    answer.put("ready", checks.stream().noneMatch(check -> check.verdict() == Verdict.FAIL));
    answer.put("checks", checks.stream().map(Check::toMap).toList());
    return answer;
  }

  static List<Check> of(Facts facts, Instant here, OpsConfig config) {
    List<Check> checks = new ArrayList<>();
    checks.add(database(facts));
    checks.add(migrations(facts));
    checks.add(grants(facts));
    checks.add(clock(facts, here));
    checks.add(encryption(facts, config));
    checks.add(partitions(facts));
    checks.add(routes(config));
    checks.add(streams(facts, config));
    return checks;
  }

  private static Check database(Facts facts) {
    String version = "PostgreSQL " + facts.serverVersion() / 10_000;
    return facts.serverVersion() >= 140_000
        ? Check.ok("database", version)
        : new Check("database", Verdict.FAIL, version, "upgrade to PostgreSQL 14 or later");
  }

  private static Check migrations(Facts facts) {
    int version = facts.schemaVersion();
    String finding = version == 0 ? "there is no schema 'outbox'" : "version " + version;
    if (version < OpsConfig.SCHEMA) {
      return new Check("migrations", Verdict.FAIL, finding, MIGRATE);
    }
    return facts.oldestRelease() <= OpsConfig.SCHEMA
        ? Check.ok("migrations", finding)
        : new Check("migrations", Verdict.FAIL, finding, "deploy the release that migrated");
  }

  private static Check grants(Facts facts) {
    if (facts.lackingPrivileges().isEmpty()) {
      return Check.ok("grants", facts.user() + " may do all that operating needs");
    }
    return new Check(
        "grants",
        Verdict.FAIL,
        facts.user() + " lacks " + String.join(", ", facts.lackingPrivileges()),
        "set SLUICE_DB_USER to outbox_operator, or GRANT outbox_operator to that role");
  }

  private static Check clock(Facts facts, Instant here) {
    Duration skew = Duration.between(here, facts.now()).abs();
    String finding = skew.toMillis() + " ms apart from the database's";
    return skew.compareTo(SKEW) <= 0
        ? Check.ok("clock", finding)
        : new Check("clock", Verdict.WARN, finding, "set the clocks; IAM tokens depend on them");
  }

  private static Check encryption(Facts facts, OpsConfig config) {
    if (facts.encrypted()) {
      return Check.ok("tls", "the connection is encrypted");
    }
    Verdict verdict = config.local() ? Verdict.WARN : Verdict.FAIL;
    return new Check("tls", verdict, "the connection is in clear", "turn ssl on in the database");
  }

  private static Check partitions(Facts facts) {
    String finding = facts.partitionsAhead() + " days of the archive are made ahead";
    return facts.partitionsAhead() >= 2
        ? Check.ok("partitions", finding)
        : new Check("partitions", Verdict.WARN, finding, "invoke clean, and put it on a schedule");
  }

  private static Check routes(OpsConfig config) {
    return config.routeFault().isEmpty()
        ? Check.ok("routes", "they parse")
        : new Check("routes", Verdict.FAIL, config.routeFault(), "correct SLUICE_ROUTES");
  }

  private static Check streams(Facts facts, OpsConfig config) {
    List<String> unrouted =
        facts.streams().stream().filter(s -> config.destination(s).isEmpty()).toList();
    return unrouted.isEmpty()
        ? Check.ok("streams", facts.streams().size() + " with events, each with a route")
        : new Check(
            "streams", Verdict.FAIL, "no route for " + unrouted, "add a route to SLUICE_ROUTES");
  }
}
