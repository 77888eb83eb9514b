package dev.sluice.bench;

/** Where a contender finds its events. */
enum Table {
  OUTBOX("outbox.event"),
  ROW_CLAIM("row_claim.event");

  private final String qualifiedName;

  Table(String qualifiedName) {
    this.qualifiedName = qualifiedName;
  }

  String qualifiedName() {
    return qualifiedName;
  }
}
