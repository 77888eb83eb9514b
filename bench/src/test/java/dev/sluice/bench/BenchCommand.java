package dev.sluice.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The answer of {@code ./sluice bench}. */
record BenchCommand(int exitCode, String out, String err) {

  static BenchCommand run(String... arguments) throws Exception {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int exitCode =
        new Main(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8))
            .run(List.of(arguments));
    return new BenchCommand(exitCode, out.toString(UTF_8), err.toString(UTF_8));
  }

  Map<String, Object> report() throws IOException {
    return JSON.std.mapFrom(out);
  }

  List<Map<String, Object>> contenders() throws IOException {
    return list("contenders");
  }

  @SuppressWarnings("unchecked")
  List<Map<String, Object>> list(String name) throws IOException {
    return (List<Map<String, Object>>) Objects.requireNonNull(report().get(name));
  }
}
