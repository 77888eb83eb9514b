package dev.sluice.cdk;

/** The address in an alarm's description: it is read in an e-mail, so it is absolute. */
@FunctionalInterface
public interface RunbookLinks {

  /** The outbox's own dashboard, which has all runbooks in short. */
  RunbookLinks TO_DASHBOARD = (_, dashboard) -> dashboard;

  /**
   * @param anchor of the alarm's section in docs/operations.md
   * @param dashboard the address of the outbox's dashboard
   */
  String link(String anchor, String dashboard);

  /** A page of your own with the sections of docs/operations.md. */
  static RunbookLinks toPage(String address) {
    return (anchor, _) -> address + "#" + anchor;
  }
}
