package dev.sluice.emulators;

/** Text that a careless encoder or decoder breaks. */
final class StandInOdd {

  static final String TEXT =
      "{\"a\":\"b&c=d+e%20f%\"} <x y='z'>\"quoted\"</x> ]]> é ñ 漢字 😀👩‍👩‍👧 e\u0301 \\ / \t\n\r\n end";

  static final String WORDS = "Grüße & <Küsse> \"😀\"";

  private StandInOdd() {}
}
