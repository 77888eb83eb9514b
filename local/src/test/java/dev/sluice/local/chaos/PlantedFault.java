package dev.sluice.local.chaos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.sluice.local.SluiceJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;

/**
 * A class of the relay's jar in which a part of a statement is replaced by something of the same
 * length, in front of the jar: the product has no switch for it.
 */
record PlantedFault(String className, String statement, String instead) {

  /** A lane settles whether or not its token is that of the shards. */
  static final PlantedFault SETTLE_WITHOUT_FENCE =
      new PlantedFault(
          "dev/sluice/relay/log/Settles",
          "outbox.shard s WHERE s.token = ? FOR SHARE",
          "outbox.shard s WHERE ? > 0 FOR SHARE");

  /** A lane renews leases that are another's. */
  static final PlantedFault RENEW_WITHOUT_FENCE =
      new PlantedFault(
          "dev/sluice/relay/log/Leases",
          "WHERE token = ? AND owner IS NOT NULL RETURNING shard",
          "WHERE ? > 0 AND owner IS NOT NULL RETURNING shard");

  /** Writes the class into a directory that is to stand before the jar. */
  void plant(Path directory) throws IOException {
    String file = className + ".class";
    try (ZipFile jar = new ZipFile(SluiceJar.find().toFile())) {
      // As Latin-1 every byte is a character and the other way round.
      String code = new String(jar.getInputStream(jar.getEntry(file)).readAllBytes(), ISO_8859_1);
      if (!code.contains(statement)) {
        throw new IllegalStateException(className + " has no: " + statement);
      }
      String sameLength = instead + " ".repeat(statement.length() - instead.length());
      Path target = directory.resolve(file);
      Files.createDirectories(target.getParent());
      Files.write(target, code.replace(statement, sameLength).getBytes(ISO_8859_1));
    }
  }
}
