package dev.sluice.local.demo;

import dev.sluice.local.LocalPostgres;
import dev.sluice.local.LocalServices;
import dev.sluice.local.StackState;

/** How to look around in a demo that stays up. */
final class KeptOpen {

  private KeptOpen() {}

  static StackState state(Surroundings surroundings) {
    LocalServices stack = surroundings.stack();
    return new StackState(
        ProcessHandle.current().pid(),
        stack.postgres().jdbcUrl(),
        stack.kafka().bootstrapServers(),
        surroundings.settings());
  }

  static String text(Surroundings surroundings) {
    LocalServices stack = surroundings.stack();
    String url = stack.postgres().jdbcUrl().substring("jdbc:".length()) + "?user=";
    return """

        It stays up, and the relay goes on.

          look      psql '%s' -c 'SELECT * FROM outbox.status'
          append    psql '%s' -c "SELECT outbox.append('orders', 'OrderPlaced', '{\\"number\\": 0}')"
          receive   kafka-console-consumer --bootstrap-server %s --topic orders --from-beginning
          operate   ./sluice ops status format=text
                    ./sluice ops pause stream=orders reason='a look'
                    ./sluice ops resume stream=orders

        Ctrl-C stops it and leaves nothing behind.
        """
        .formatted(
            url + LocalPostgres.RELAY,
            url + LocalPostgres.APPLICATION,
            stack.kafka().bootstrapServers());
  }
}
