package dev.sluice.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The law: a document is refused here if and only if PostgreSQL would refuse it. */
final class JsonSyntaxIT {

  private static final int DOCUMENTS = 6_000;
  private static final String INVALID_TEXT_REPRESENTATION = "22P02";

  @RegisterExtension static final Database DATABASE = new Database();

  @Test
  void verdictIsPostgresOwn() throws SQLException {
    long seed = System.nanoTime();
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    JsonSamples samples = new JsonSamples(random);
    int valid = 0;
    try (PreparedStatement cast =
        DATABASE.autocommitting().prepareStatement("SELECT (?::text)::json")) {
      for (int i = 0; i < DOCUMENTS; i++) {
        String text = samples.mutated(random.nextInt(4));
        boolean accepted = accepts(cast, text);
        assertThat(JsonSyntax.fault(text) == null)
            .as("seed %d, document %d: %s", seed, i, text)
            .isEqualTo(accepted);
        valid += accepted ? 1 : 0;
      }
    }
    // The control: the samples are neither all good nor all bad.
    assertThat(valid).isBetween(DOCUMENTS / 10, DOCUMENTS * 9 / 10);
  }

  @Test
  void deepestAcceptedDocumentIsNotTooDeepForPostgres() throws SQLException {
    int depth = JsonSyntax.MAX_DEPTH;
    Connection connection = DATABASE.application();
    Outbox outbox = Outbox.create();
    String arrays = "[".repeat(depth) + "]".repeat(depth);
    String objects = "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);

    outbox.append(connection, OutboxEvent.of("s", "t").json(arrays).build());
    outbox.append(connection, OutboxEvent.of("s", "t").json(objects).build());
    connection.commit();

    assertThat(DATABASE.idsInOrder()).hasSize(2);
  }

  private static boolean accepts(PreparedStatement cast, String text) throws SQLException {
    cast.setString(1, text);
    try (var result = cast.executeQuery()) {
      return result.next();
    } catch (SQLException refused) {
      assertThat(refused.getSQLState()).as(text).isEqualTo(INVALID_TEXT_REPRESENTATION);
      return false;
    }
  }
}
