package dev.sluice.relay.lane;

import org.jspecify.annotations.Nullable;

/** Every step of a simulation, to the letter; or nothing, where only its end matters. */
final class Trace {

  static final Trace NONE = new Trace(null);

  private final @Nullable StringBuilder lines;

  private Trace(@Nullable StringBuilder lines) {
    this.lines = lines;
  }

  static Trace written() {
    return new Trace(new StringBuilder());
  }

  void add(String who, String did, @Nullable Object what, @Nullable Object came) {
    if (lines != null) {
      lines.append(who).append(' ').append(did).append(' ').append(what);
      lines.append(" -> ").append(came).append('\n');
    }
  }

  @Override
  public String toString() {
    return String.valueOf(lines);
  }
}
