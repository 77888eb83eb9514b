package dev.sluice.relay.spi;

/** What a look at a destination found. Nothing is sent to find it out. */
public sealed interface Finding {

  /** It is there. */
  record Ready(String text) implements Finding {}

  /** Events would not arrive there. */
  record Obstructed(String text, String remedy) implements Finding {}

  /** Nobody could tell; publishing may work all the same. */
  record Unknown(String text, String remedy) implements Finding {}
}
