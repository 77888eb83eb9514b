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
    Made made = made(platform);
    StringBuilder text = new StringBuilder(head()).append("\nResources:\n");
    made.resources()
        .forEach((id, resource) -> text.append('\n').append(Yaml.of(Map.of(id, resource), 2)));
    return text.append("\nOutputs:\n").append(Yaml.of(made.outputs(), 2)).toString();
  }

  /** The text behind the head. */
  record Made(Map<String, Map<String, Object>> resources, Map<?, ?> outputs) {}

  static Made made(SamPlatform platform) {
    Map<String, Object> synthesised = synthesised(platform);
    Object outputs = Objects.requireNonNull(synthesised.get("Outputs"));
    return new Made(SamResources.of(synthesised, platform), (Map<?, ?>) Substitution.in(outputs));
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
