package dev.sluice.cdk.app;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.cdk.FunctionCode;
import dev.sluice.cdk.cost.Bill;
import dev.sluice.cdk.cost.BillText;
import dev.sluice.cdk.cost.Prices;
import dev.sluice.cdk.cost.UnknownCostException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awscdk.App;
import software.amazon.awscdk.AppProps;

/**
 * {@code ./sluice cost}: what a configuration would cost, before it is deployed.
 *
 * @param examples where the configurations are that are known by a name
 */
record CostCommand(Path examples) {

  private static final String USAGE = "usage: ./sluice cost [minimal|existing|...|FILE.json]";

  public static void main(String[] arguments) throws IOException {
    if (arguments.length > 1 || (arguments.length == 1 && arguments[0].startsWith("-"))) {
      System.err.println(USAGE);
      System.exit(2);
    }
    Path examples = Path.of(System.getProperty("sluice.infra", "")).resolve("config");
    try {
      String name = arguments.length == 0 ? "minimal" : arguments[0];
      System.out.print(new CostCommand(examples).bill(name));
    } catch (FaultyConfigurationException | UnknownCostException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  /**
   * @param name of an example, or a file
   */
  String bill(String name) throws IOException {
    Path file = name.endsWith(".json") ? Path.of(name) : examples.resolve(name + ".json");
    Configuration configuration = ConfigurationReader.read(file);
    Path directory = Files.createTempDirectory("sluice-cost");
    try {
      Prices prices = Prices.read();
      Bill bill = Bill.of(templates(configuration, directory), prices);
      return new BillText(name, bill, prices).toString();
    } finally {
      delete(directory);
    }
  }

  /** The templates know the functions' code by its hash only, so any will do. */
  private static List<Map<String, Object>> templates(Configuration configuration, Path directory)
      throws IOException {
    Path jar = Files.writeString(directory.resolve("sluice.jar"), "code");
    Path assembly = directory.resolve("cdk.out");
    App app = new App(AppProps.builder().outdir(assembly.toString()).build());
    SluiceApp.compose(app, configuration, FunctionCode.jar(jar, configuration.relay().snapStart()));
    app.synth();
    try (Stream<Path> files = Files.list(assembly)) {
      return files
          .filter(file -> file.toString().endsWith(".template.json"))
          .sorted()
          .map(CostCommand::json)
          .toList();
    }
  }

  private static Map<String, Object> json(Path file) {
    try {
      return JSON.std.mapFrom(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
