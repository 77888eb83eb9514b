package dev.sluice.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MainTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void withoutArgumentsItExplainsEveryCommand() throws Exception {
    assertThat(run()).isZero();
    assertThat(out.toString(UTF_8))
        .contains(
            "./sluice demo",
            "./sluice chaos",
            "./sluice local",
            "./sluice invoke",
            "./sluice ops",
            "./sluice bench",
            "./sluice version");
  }

  @Test
  void unknownCommandSaysSoOnStandardError() throws Exception {
    assertThat(run("nonsense")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("no command 'nonsense'");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  @Test
  void badOptionIsRefusedWithTheRightUsage() throws Exception {
    assertThat(run("demo", "--second", "30")).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .contains("demo does not know '--second'", "./sluice demo [--events n]");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  private int run(String... arguments) throws Exception {
    return new Main(Map.of(), new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8))
        .run(List.of(arguments));
  }
}
