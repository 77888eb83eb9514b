package dev.sluice.relay.log;

/** A change of outbox.held by another process than the shard's owner. */
public final class HeldSql {

  /*
   * A lane knows in memory which keys are blocked. It compares this number once a second, before it reads anything else, and
   * reads the keys again when it differs. Needs a CTE moved before it, of what was changed.
   */
  public static final String CHANGED =
      """
      changed AS (
        INSERT INTO outbox.state AS t (subscription, kind, name, changes)
        SELECT {subscription}, 'held', '', 1 WHERE EXISTS (SELECT FROM moved)
        ON CONFLICT (subscription, kind, name) DO UPDATE SET changes = t.changes + 1
      )""";

  private HeldSql() {}
}
