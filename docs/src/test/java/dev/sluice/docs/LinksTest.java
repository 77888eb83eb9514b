package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Links within the project lead to a file and to a heading in it; links out of it are well formed.
 */
final class LinksTest {

  private static final Pattern LINK = Pattern.compile("\\]\\((?<target>[^)\\s]+)\\)");

  static Stream<Page> pages() {
    return Page.all().stream();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void linksLeadSomewhere(Page page) {
    assertThat(links(page)).allSatisfy(link -> assertLeads(page, URI.create(link)));
  }

  /** The control: there is something to follow. */
  @Test
  void linksAreFound() {
    List<String> readme = links(new Page(Page.ROOT.resolve("README.md")));
    assertThat(readme).filteredOn(link -> link.startsWith("docs/")).hasSizeGreaterThan(5);
    assertThat(readme).filteredOn(link -> link.startsWith("https:")).hasSizeGreaterThan(5);
    assertThat(pages().flatMap(page -> links(page).stream()))
        .filteredOn(link -> link.contains("#"))
        .hasSizeGreaterThan(20);
  }

  private static void assertLeads(Page page, URI link) {
    if (link.getScheme() != null) {
      assertThat(link.getScheme()).isEqualTo("https");
      assertThat(link.getHost()).contains(".");
      return;
    }
    Path target =
        link.getPath().isEmpty() ? page.file() : page.file().resolveSibling(link.getPath());
    assertThat(target).exists();
    assertThat(target.normalize()).startsWith(Page.ROOT);
    if (link.getFragment() != null) {
      assertThat(new Page(target).anchors()).contains(link.getFragment());
    }
  }

  private static List<String> links(Page page) {
    return LINK.matcher(page.prose().replaceAll("`[^`\n]*`", "``"))
        .results()
        .map((MatchResult link) -> link.group("target"))
        .toList();
  }
}
