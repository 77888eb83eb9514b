package dev.sluice.cdk.app;

import dev.sluice.cdk.FunctionCode;
import java.nio.file.Path;
import java.util.Objects;
import software.amazon.awscdk.App;

/** What cdk.json runs. */
public final class Main {

  private static final Path JAR = Path.of("..", "lambda", "target", "sluice.jar");
  private static final Path EMULATION = Path.of("target", "emulation");

  private Main() {}

  public static void main(String[] arguments) {
    App app = new App();
    try {
      Configuration configuration =
          ConfigurationReader.read(file(context(app, "config", "minimal")));
      SluiceApp.compose(app, configuration, code(app, configuration));
    } catch (FaultyConfigurationException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
    Nag.attach(app);
    app.synth();
  }

  private static FunctionCode code(App app, Configuration configuration) {
    return context(app, "emulation", "false").equals("true")
        ? FunctionCode.bootstrap(Bootstrap.around(JAR, EMULATION))
        : FunctionCode.jar(JAR, configuration.relay().snapStart());
  }

  /** One of config/, or a file of one's own. */
  private static Path file(String name) {
    return name.endsWith(".json") ? Path.of(name) : Path.of("config", name + ".json");
  }

  private static String context(App app, String name, String otherwise) {
    return Objects.toString(app.getNode().tryGetContext(name), otherwise);
  }
}
