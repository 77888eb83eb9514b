package dev.sluice.examples.orders;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.emulators.PythonPackages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code python/orders.py}, a process for each command. */
record PythonShop(Path interpreter, String url) {

  /** What the program said: an order on standard output, or why there is none. */
  record Said(int exitCode, String text) {}

  static PythonShop at(String jdbcUrl) throws IOException {
    String pins = Files.readString(Path.of("python", "requirements.txt"));
    return new PythonShop(
        PythonPackages.interpreter("psycopg", "psycopg", "psycopg", pins),
        jdbcUrl.substring("jdbc:".length()) + "?user=shop");
  }

  Said run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(interpreter.toString(), "python/orders.py"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("ORDERS_DB_URL", url);
    Process process = builder.start();
    try (InputStream output = process.getInputStream()) {
      String text = new String(output.readAllBytes(), UTF_8);
      return new Said(process.waitFor(), text.strip());
    }
  }
}
