package dev.sluice.relay.ops;

import dev.sluice.relay.Outbox.Subject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Pauses, maintenance, and what the database tells about itself. */
public interface Upkeep {

  /** Written down and audited; false if it was paused already, which changes who and why. */
  boolean pause(Subject subject, String actor, String reason);

  /** False if it was not paused. */
  boolean resume(Subject subject, String actor, @Nullable String reason);

  /** True if nobody else runs it until then. */
  boolean takeTurn(String name, String owner, Duration until);

  void endTurn(String name, String owner);

  /** How many days were made ahead. */
  int makePartitions();

  /** The day that was dropped; empty when none is old enough, an exception when it is in use. */
  Optional<String> dropPartition(Duration keep);

  /** Forgets what consumers handled before then, in the table's pages from there on. */
  Swept forgetInbox(Duration keep, long fromPage);

  /** Operations that ended before then; the audit keeps what they did. */
  int forgetOperations(Duration keep);

  void audit(String action, String actor, Map<String, Object> filter, long affected);

  Facts facts();

  /**
   * @param nextPage null when the end was reached
   */
  record Swept(long deleted, @Nullable Long nextPage) {}

  /**
   * What preflight judges.
   *
   * @param serverVersion such as 170005
   * @param schemaVersion 0 when there is no schema, 1 when it has no function that tells
   * @param lackingPrivileges what the role may not do and needs
   * @param streams every stream with events
   */
  record Facts(
      int serverVersion,
      String user,
      int schemaVersion,
      int oldestRelease,
      List<String> lackingPrivileges,
      Instant now,
      boolean encrypted,
      int partitionsAhead,
      List<String> streams) {
    public Facts {
      lackingPrivileges = List.copyOf(lackingPrivileges);
      streams = List.copyOf(streams);
    }
  }
}
