package dev.sluice.emulators;

import java.util.List;

/** Secrets that tests put into events and settings, so that one in a log is found. */
public final class Planted {

  /** Of a payload. */
  public static final String CARD = "4111-1111-planted";

  /** Of a caller's own header. */
  public static final String TOKEN = "bearer-planted";

  /** The database's. */
  public static final String PASSWORD = "password-planted";

  static final List<String> ALL = List.of(CARD, TOKEN, PASSWORD);

  private Planted() {}

  public static boolean in(String line) {
    return ALL.stream().anyMatch(line::contains);
  }
}
