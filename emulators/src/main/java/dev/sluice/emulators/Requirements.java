package dev.sluice.emulators;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Pinned Python packages, one of which is the program itself, and what a shell does once they are
 * installed where $2 says.
 */
record Requirements(String name, String mainPackage, String text, String afterwards) {

  static Requirements named(String name, String mainPackage, String afterwards) {
    try (InputStream file = Requirements.class.getResourceAsStream(name + ".txt")) {
      byte[] text = Objects.requireNonNull(file, "no resource " + name + ".txt").readAllBytes();
      return new Requirements(
          name, mainPackage, new String(text, StandardCharsets.UTF_8), afterwards);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Other pins, and what is done otherwise with the same, are installed beside, never over what a
   * running emulator reads.
   */
  String directoryName() {
    try {
      byte[] all = (text + afterwards).getBytes(StandardCharsets.UTF_8);
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(all);
      return name + "-" + HexFormat.of().formatHex(digest, 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  String version() {
    String pin = mainPackage + "==";
    return text.lines()
        .filter(line -> line.startsWith(pin))
        .map(line -> line.substring(pin.length()).strip())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(name + ".txt does not pin " + mainPackage));
  }
}
