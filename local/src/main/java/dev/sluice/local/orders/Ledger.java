package dev.sluice.local.orders;

import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What became of every event: on one side what the application committed, on the other what its
 * consumers received. The relay's own figures have no part in it.
 *
 * @param delivered committed and received
 * @param dead committed, and dead in the outbox
 * @param pending committed, and still owed when the time was up
 * @param lost committed, and nowhere
 * @param ghosts received, and never committed
 */
public record Ledger(
    int appended,
    int delivered,
    int dead,
    int pending,
    int lost,
    int ghosts,
    int reordered,
    int duplicates,
    int rolledBack) {

  /** What the consumers say. */
  public record Received(Set<String> ids, int reordered, int duplicates) {
    public Received {
      ids = Set.copyOf(ids);
    }
  }

  /**
   * @param committed the ids in the application's own table
   * @param owed the statuses of what still lies in the outbox, by id
   */
  public static Ledger balance(
      Collection<String> committed, int rolledBack, Received received, Map<String, String> owed) {
    Set<String> missing = new HashSet<>(committed);
    missing.removeAll(received.ids());
    Set<String> ghosts = new HashSet<>(received.ids());
    committed.forEach(ghosts::remove);
    int dead = count(missing, owed, true);
    int pending = count(missing, owed, false);
    return new Ledger(
        committed.size(),
        committed.size() - missing.size(),
        dead,
        pending,
        missing.size() - dead - pending,
        ghosts.size(),
        received.reordered(),
        received.duplicates(),
        rolledBack);
  }

  private static int count(Set<String> missing, Map<String, String> owed, boolean dead) {
    return (int)
        missing.stream()
            .filter(owed::containsKey)
            .filter(id -> dead == "DEAD".equals(owed.get(id)))
            .count();
  }

  public boolean held() {
    return appended > 0
        && appended == delivered + dead
        && pending == 0
        && lost == 0
        && ghosts == 0
        && reordered == 0;
  }
}
