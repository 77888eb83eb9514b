package dev.sluice.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/publishers.md shows is what is compiled and tested here. */
final class DocumentationTest {

  private static final Path DOCUMENT = Path.of("../docs/publishers.md");
  private static final Path SOURCES = Path.of("src/test/java/dev/sluice/example");
  private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "WebhookPublisher",
        "WebhookClient",
        "WebhookPublisherProvider",
        "WebhookContractIT"
      })
  void exampleIsShownAsItIs(String name) throws IOException {
    assertThat(shown()).contains(withoutImports(name));
  }

  @Test
  void nothingElseIsShown() throws IOException {
    assertThat(shown()).hasSize(4);
  }

  @Test
  void publisherTakesFortyLines() throws IOException {
    assertThat(withoutImports("WebhookPublisher").lines().filter(line -> !line.isBlank()))
        .hasSizeBetween(30, 40);
  }

  @Test
  void providerIsRegisteredUnderItsName() throws IOException {
    assertThat(Files.readString(DOCUMENT))
        .contains("META-INF/services/dev.sluice.relay.spi.PublisherProvider")
        .contains(WebhookPublisherProvider.class.getName());
  }

  @Test
  void routeNamesTheProvidersScheme() throws IOException {
    assertThat(Files.readString(DOCUMENT))
        .contains(
            "\"destination\": \"%s:https://".formatted(new WebhookPublisherProvider().scheme()));
  }

  private static List<String> shown() throws IOException {
    return BLOCK
        .matcher(Files.readString(DOCUMENT))
        .results()
        .map(MatchResult::group)
        .map(block -> block.substring("```java\n".length(), block.length() - "```".length()))
        .toList();
  }

  private static String withoutImports(String name) throws IOException {
    String source = Files.readString(SOURCES.resolve(name + ".java"));
    return source.replaceFirst("(?s)^package .*?\n\n(import .*?;\n+)*", "");
  }
}
