package dev.sluice.docs;

import java.util.Optional;
import java.util.Set;

/** A fenced block of a page. */
record Block(Page page, int line, Optional<Mark> mark, String language, String text) {

  /** What a reader may type or copy; other languages, and none, are pictures and output. */
  private static final Set<String> CODE = Set.of("sh", "bash", "java", "sql", "json", "python");

  boolean isCode() {
    return CODE.contains(language);
  }

  boolean isShell() {
    return language.equals("sh") || language.equals("bash");
  }

  String where() {
    return page.name() + ":" + line;
  }

  @Override
  public String toString() {
    return where();
  }
}
