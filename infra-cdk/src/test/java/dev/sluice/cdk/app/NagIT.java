package dev.sluice.cdk.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import software.amazon.awscdk.App;
import software.amazon.awscdk.AppProps;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.sqs.Queue;

/** AwsSolutions and Serverless: a finding that nobody has explained fails the synthesis. */
final class NagIT {

  static final List<String> CONFIGURATIONS = Synthesised.CONFIGURATIONS;

  @ParameterizedTest
  @FieldSource("CONFIGURATIONS")
  void everyConfigurationIsClean(String configuration) {
    assertThat(Synthesised.of(configuration).stacks()).isNotEmpty();
  }

  /** The control. */
  @Test
  void unexplainedFindingFailsTheSynthesis(@TempDir Path directory) {
    App app = new App(AppProps.builder().outdir(directory.toString()).build());
    new Queue(new Stack(app, "Stack"), "Queue");
    Nag.attach(app);
    assertThatThrownBy(app::synth).hasMessageContaining("Validation failed");
  }
}
