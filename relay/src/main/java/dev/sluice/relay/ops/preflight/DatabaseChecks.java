package dev.sluice.relay.ops.preflight;

import dev.sluice.relay.log.SchemaVersion;
import dev.sluice.relay.ops.preflight.Check.Verdict;
import dev.sluice.relay.ops.preflight.Facts.UsedSlot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Judges the facts of a database. */
public final class DatabaseChecks {

  private static final int SCHEMA = SchemaVersion.RELEASE;

  private static final int SLOTS_OF_THE_RETENTION = 12;
  private static final Duration SKEW = Duration.ofSeconds(5);
  private static final String MIGRATE = "invoke MigrateHandler of this release";

  private DatabaseChecks() {}

  /**
   * @param here the time of this process
   * @param local a connection in clear is allowed
   */
  public static List<Check> of(Facts facts, Instant here, boolean local, Duration retention) {
    List<Check> checks = new ArrayList<>();
    checks.add(database(facts));
    checks.add(migrations(facts));
    checks.add(grants(facts));
    checks.add(clock(facts, here));
    checks.add(encryption(facts, local));
    checks.add(ring(facts, retention));
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
    if (version < SCHEMA) {
      return new Check("migrations", Verdict.FAIL, finding, MIGRATE);
    }
    if (facts.oldestRelease() > SCHEMA) {
      return new Check("migrations", Verdict.FAIL, finding, "deploy the release that migrated");
    }
    return facts.atHome()
        ? Check.ok("migrations", finding)
        : new Check(
            "migrations", Verdict.FAIL, finding + ", copied here from another cluster", MIGRATE);
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

  private static Check encryption(Facts facts, boolean local) {
    if (facts.encrypted()) {
      return Check.ok("tls", "the connection is encrypted");
    }
    Verdict verdict = local ? Verdict.WARN : Verdict.FAIL;
    return new Check("tls", verdict, "the connection is in clear", "turn ssl on in the database");
  }

  /** Inserting never fails. But a slot whose turn comes while it is full keeps its old events. */
  private static Check ring(Facts facts, Duration retention) {
    if (!facts.examined()) {
      return unexamined("ring");
    }
    Duration lasts = facts.slotWidth().multipliedBy(SLOTS_OF_THE_RETENTION);
    if (lasts.compareTo(retention) < 0) {
      String finding = "the ring is made for " + lasts + ", SLUICE_RETENTION is " + retention;
      return new Check("ring", Verdict.WARN, finding, MIGRATE);
    }
    List<UsedSlot> late = facts.used().stream().filter(slot -> late(slot, facts)).toList();
    if (late.isEmpty()) {
      return Check.ok("ring", facts.used().size() + " of 16 slots are in use");
    }
    return new Check(
        "ring",
        Verdict.WARN,
        "slots to empty before their turn: " + late.stream().map(DatabaseChecks::turn).toList(),
        "invoke clean; its answer names the events that keep a slot");
  }

  /** Its next turn is near, or began while it was full. */
  private static boolean late(UsedSlot slot, Facts facts) {
    Instant oldest = slot.oldest();
    boolean returned = oldest != null && oldest.isBefore(slot.beganAt().minus(facts.slotWidth()));
    return returned || slot.returnsAt().isBefore(facts.now().plus(facts.slotWidth()));
  }

  private static String turn(UsedSlot slot) {
    return slot.slot() + " at " + slot.returnsAt();
  }

  private static Check unexamined(String name) {
    return new Check(
        name, Verdict.WARN, "not examined", "correct the migrations and the grants first");
  }

  /**
   * @param whyUnrouted the empty text for a stream that has a route
   */
  public static Check streams(Facts facts, UnaryOperator<String> whyUnrouted) {
    if (!facts.examined()) {
      return unexamined("streams");
    }
    List<String> unrouted =
        facts.streams().stream()
            .filter(stream -> !whyUnrouted.apply(stream).isEmpty())
            .map(stream -> stream + " (" + whyUnrouted.apply(stream) + ")")
            .toList();
    return unrouted.isEmpty()
        ? Check.ok("streams", facts.streams().size() + " with events, each with a route")
        : new Check(
            "streams",
            Verdict.FAIL,
            "no route for " + unrouted,
            "add a route to SLUICE_ROUTES, before any that matches the stream and cannot take it");
  }
}
