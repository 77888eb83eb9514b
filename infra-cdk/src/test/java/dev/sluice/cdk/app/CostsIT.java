package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.cdk.cost.Bill;
import dev.sluice.cdk.cost.BillText;
import dev.sluice.cdk.cost.Line;
import dev.sluice.cdk.cost.Part;
import dev.sluice.cdk.cost.Prices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The table in docs/deploy.md is computed; {@code -Dsluice.snapshots=rewrite} writes it anew. */
final class CostsIT {

  private static final Path PAGE = Synthesised.PROJECT.resolve("../docs/deploy.md");
  private static final String BEGIN = "<!-- costs -->\n";
  private static final String END = "<!-- /costs -->";

  private static Bill bill(String configuration) {
    return Bill.of(
        Synthesised.of(configuration).stacks().stream().map(Template::body).toList(),
        Prices.read());
  }

  @Test
  void tableIsWhatTheConfigurationsCost() throws IOException {
    String table =
        head()
            + Synthesised.CONFIGURATIONS.stream().map(CostsIT::row).collect(Collectors.joining());
    String page = Files.readString(PAGE);
    String expected =
        page.substring(0, page.indexOf(BEGIN) + BEGIN.length())
            + table
            + page.substring(page.indexOf(END));
    if ("rewrite".equals(System.getProperty("sluice.snapshots"))) {
      Files.writeString(PAGE, expected);
    }
    assertThat(Files.readString(PAGE)).isEqualTo(expected);
  }

  private static String head() {
    String parts = Arrays.stream(Part.values()).map(Part::label).collect(Collectors.joining(" | "));
    return "| Configuration | " + parts + " | total |\n|---" + "|---".repeat(10) + "|\n";
  }

  private static String row(String configuration) {
    Bill bill = bill(configuration);
    String parts =
        Arrays.stream(Part.values())
            .map(part -> dollars(bill.of(part)))
            .collect(Collectors.joining(" | "));
    return "| `%s` | %s | %s |\n".formatted(configuration, parts, dollars(bill.total()));
  }

  private static String dollars(double amount) {
    return String.format(Locale.ROOT, "$%.2f", amount);
  }

  /** For whoever tries it: all that it makes, and the database among that. */
  @Test
  void minimalCostsThirtyDollarsAtMost() {
    Bill minimal = bill("minimal");
    assertThat(minimal.of(Part.DATABASE)).isCloseTo(0.016 * 730 + 20 * 0.115, within(0.001));
    assertThat(minimal.of(Part.ENDPOINTS)).as("one, in one zone").isCloseTo(7.3, within(0.001));
    assertThat(minimal.of(Part.KEYS)).isZero();
    assertThat(minimal.total()).isLessThanOrEqualTo(30.00);
  }

  @Test
  void minimalHasNoSecretAndOneEndpoint() {
    assertThat(Synthesised.of("minimal").stacks())
        .noneMatch(stack -> stack.body().toString().contains("secretsmanager"))
        .flatExtracting(stack -> stack.resources("AWS::EC2::VPCEndpoint"))
        .hasSize(1);
  }

  /** 43,800 minutes of 60 s and half a gigabyte, and as many requests and turns of a schedule. */
  @Test
  void relayInLoopCostsItsTime() {
    assertThat(bill("existing").lines())
        .filteredOn(line -> line.what().startsWith("relay"))
        .singleElement()
        .extracting(Line::dollars)
        .satisfies(
            dollars ->
                assertThat(dollars)
                    .isCloseTo(43_800 * 60 * 0.5 * 0.0000133334 + 0.0438 * 1.2, within(0.0001)));
  }

  @Test
  void drainCostsAFractionOfLoop() {
    assertThat(bill("minimal").of(Part.FUNCTIONS))
        .isLessThan(bill("existing").of(Part.FUNCTIONS) / 50);
  }

  @Test
  void everyPartIsInTheTotal() {
    Bill everything = bill("everything");
    assertThat(Part.values()).allMatch(part -> everything.of(part) > 0);
    assertThat(Arrays.stream(Part.values()).mapToDouble(everything::of).sum())
        .isCloseTo(everything.total(), within(0.0001));
    assertThat(bill("existing").of(Part.ENDPOINTS)).as("its network exists").isZero();
    assertThat(bill("existing").of(Part.DATABASE)).as("and its database").isZero();
  }

  @Test
  void commandPrintsTheBillOfAnExampleAndOfAFile() throws IOException {
    CostCommand command = new CostCommand(Synthesised.PROJECT.resolve("config"));
    String file = Synthesised.file("minimal").toString();
    String text = new BillText(file, bill("minimal"), Prices.read()).toString();
    assertThat(command.bill(file)).isEqualTo(text);
    assertThat(text)
        .startsWith(file + " costs $")
        .contains("database   db.t4g.micro", "sqs in 1 zone", "x alarm", "total")
        .contains("us-east-1 of November 2026", "Assumed:", "Not in it:");
    assertThatThrownBy(() -> command.bill("minimaal"))
        .isInstanceOf(FaultyConfigurationException.class)
        .hasMessageContaining("minimaal.json cannot be read");
  }
}
