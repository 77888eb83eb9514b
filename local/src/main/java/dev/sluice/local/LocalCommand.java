package dev.sluice.local;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** {@code ./sluice local}: PostgreSQL and Kafka without load, until Ctrl-C. */
record LocalCommand(Map<String, String> environment, PrintStream out, PrintStream err) {

  private static final String TEXT =
      """

      PostgreSQL  %1$s
                  users %2$s (appends), %3$s (the relay), %4$s (owns the database); no password
      Kafka       %5$s
                  every stream goes to the topic %6$s

      Append      psql '%7$s?user=%2$s' -c "SELECT outbox.append('orders', 'OrderPlaced', '{\\"id\\": 1}')"
      Relay       SLUICE_MODE=DRAIN ./sluice invoke events/empty.json

      Ctrl-C stops it and leaves nothing behind.
      """;

  int run(List<String> arguments) throws IOException, InterruptedException {
    if (!arguments.isEmpty()) {
      throw new UsageException("local takes no arguments");
    }
    StackState.refuseSecond(environment);
    CountDownLatch stopping = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(stopping::countDown));
    try (LocalServices services = LocalServices.start(Map.of(), err::println)) {
      StackState.of(services, Map.of()).publish(environment);
      out.print(text(services));
      out.flush();
      stopping.await();
    } catch (RuntimeException e) {
      // Interrupted while it starts, it fails in one way or another: that is no news.
      if (stopping.getCount() > 0) {
        throw e;
      }
    }
    return 0;
  }

  private static String text(LocalServices services) {
    String url = services.postgres().jdbcUrl();
    return TEXT.formatted(
        url,
        LocalPostgres.APPLICATION,
        LocalPostgres.RELAY,
        LocalPostgres.ADMIN,
        services.kafka().bootstrapServers(),
        LocalServices.TOPIC,
        url.substring("jdbc:".length()));
  }
}
