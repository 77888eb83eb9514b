package dev.sluice.relay.ops.preflight;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a database that preflight judges.
 *
 * @param serverVersion such as 170005
 * @param schemaVersion 0 when there is no schema
 * @param atHome the outbox was not copied from another cluster, as far as the role may see
 * @param lackingPrivileges what the role may not do and needs
 * @param slotWidth how long a slot of the ring is filled; zero without a schema, or when the role
 *     may not read it
 * @param used the slots of the ring that hold events or rows of the ledger
 * @param streams every stream that owes events or has dead ones
 */
public record Facts(
    int serverVersion,
    String user,
    int schemaVersion,
    int oldestRelease,
    boolean atHome,
    List<String> lackingPrivileges,
    Instant now,
    boolean encrypted,
    Duration slotWidth,
    List<UsedSlot> used,
    List<String> streams) {

  public Facts {
    lackingPrivileges = List.copyOf(lackingPrivileges);
    used = List.copyOf(used);
    streams = List.copyOf(streams);
  }

  /** The ring and the streams were read. */
  boolean examined() {
    return slotWidth.isPositive();
  }

  /**
   * @param beganAt of its newest turn
   * @param endsAt no event was inserted into it after this moment
   * @param returnsAt its next turn
   * @param oldest when its first event was created; null if it has none
   */
  public record UsedSlot(
      int slot, Instant beganAt, Instant endsAt, Instant returnsAt, @Nullable Instant oldest) {}
}
