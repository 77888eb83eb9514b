package dev.sluice.local;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** {@code ./sluice local}: the stack without load, until Ctrl-C. */
record LocalCommand(Map<String, String> environment, PrintStream out, PrintStream err) {

  int run(List<String> arguments) throws InterruptedException {
    if (!arguments.isEmpty()) {
      throw new UsageException("local takes no arguments");
    }
    StackState.refuseSecond(environment);
    Path file = StackState.file(environment);
    CountDownLatch stopping = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(stopping::countDown));
    try (LocalServices stack = LocalServices.start(Map.of(), err::println)) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> StackState.delete(file)));
      state(stack).write(file);
      out.print(text(stack));
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

  private static StackState state(LocalServices stack) {
    return new StackState(
        ProcessHandle.current().pid(),
        stack.postgres().jdbcUrl(),
        stack.kafka().bootstrapServers(),
        Map.of());
  }

  private static String text(LocalServices stack) {
    String url = stack.postgres().jdbcUrl();
    return """

        PostgreSQL  %s
                    users %s (appends), %s (the relay), %s (owns the schema); no password
        Kafka       %s
                    every stream goes to the topic %s

        Append      psql '%s' -c "SELECT outbox.append('orders', 'OrderPlaced', '{\\"id\\": 1}')"
        Relay       SLUICE_MODE=DRAIN ./sluice invoke events/empty.json

        Ctrl-C stops it and leaves nothing behind.
        """
        .formatted(
            url,
            LocalPostgres.APPLICATION,
            LocalPostgres.RELAY,
            LocalPostgres.ADMIN,
            stack.kafka().bootstrapServers(),
            LocalServices.TOPIC,
            url.substring("jdbc:".length()) + "?user=" + LocalPostgres.APPLICATION);
  }
}
