package dev.sluice.cdk.app;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import software.amazon.awscdk.App;

/** template.yaml: its head, and what the CDK makes of the same parts as everywhere. */
final class SamText {

  private static final String HEAD = "template-head.yaml";

  private SamText() {}

  static String of(SamPlatform platform) {
    Map<String, Object> synthesised = synthesised(platform);
    StringBuilder text = new StringBuilder(head()).append("\nResources:\n");
    SamResources.of(synthesised, platform)
        .forEach((id, resource) -> text.append('\n').append(Yaml.of(Map.of(id, resource), 2)));
    Map<?, ?> outputs = (Map<?, ?>) Objects.requireNonNull(synthesised.get("Outputs"));
    text.append("\nOutputs:\n").append(Yaml.of((Map<?, ?>) Substitution.in(outputs), 2));
    return text.toString();
  }

  private static Map<String, Object> synthesised(SamPlatform platform) {
    App app = new App();
    SamStack stack = new SamStack(app, platform);
    String file = app.synth().getStackArtifact(stack.getArtifactId()).getTemplateFullPath();
    try {
      return JSON.std.mapFrom(Files.readString(Path.of(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String head() {
    try (InputStream file = SamText.class.getResourceAsStream(HEAD)) {
      return new String(Objects.requireNonNull(file, HEAD).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
