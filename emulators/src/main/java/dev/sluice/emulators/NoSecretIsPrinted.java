package dev.sluice.emulators;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Fails the test class during which a planted secret was printed, by the functions or by anybody
 * else, or was written to a log in {@code target}. Found by JUnit for every test of a module.
 */
public final class NoSecretIsPrinted implements BeforeAllCallback, AfterAllCallback {

  /** What one JVM prints from the first test to the last. */
  private record Output(ConcurrentLinkedQueue<String> leaks, LogFiles files) {

    static Output watch() {
      ConcurrentLinkedQueue<String> leaks = new ConcurrentLinkedQueue<>();
      System.setOut(watched(System.out, leaks::add));
      System.setErr(watched(System.err, leaks::add));
      return new Output(leaks, new LogFiles(Path.of("target")));
    }

    private static PrintStream watched(OutputStream to, Consumer<String> leak) {
      return new PrintStream(new LeakWatch(to, leak), true, StandardCharsets.UTF_8);
    }

    private static Output of(ExtensionContext context) {
      return context
          .getRoot()
          .getStore(Namespace.create(NoSecretIsPrinted.class))
          .computeIfAbsent(Output.class, _ -> watch(), Output.class);
    }

    private List<String> taken() {
      files.look(leaks::add);
      List<String> taken = new ArrayList<>();
      for (String leak = leaks.poll(); leak != null; leak = leaks.poll()) {
        taken.add(leak);
      }
      return taken;
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    Output.of(context);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    List<String> leaks = Output.of(context).taken();
    if (!leaks.isEmpty()) {
      throw new AssertionError("a planted secret was printed:\n" + String.join("\n", leaks));
    }
  }
}
