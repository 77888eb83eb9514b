package dev.sluice.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Somebody who follows a page from its beginning to its end, and presses Ctrl-C then. */
final class Walk implements AutoCloseable {

  private static final String STACK = "./sluice local\n";
  private static final String READY = "Ctrl-C stops it";

  /** What pages take for granted in the reader's own database. */
  private static final String PREPARE =
      """
      psql 'postgresql://localhost:39841/sluice?user=sluice_admin' -q -v ON_ERROR_STOP=1 <<'END'
      CREATE ROLE shop_application;
      CREATE ROLE on_call;
      CREATE DATABASE fresh;
      END
      """;

  private final Page page;
  private final Surroundings surroundings;
  private final Shell shell;
  private final Deque<Running> running = new ArrayDeque<>();

  Walk(Page page, Surroundings surroundings) {
    this.page = page;
    this.surroundings = surroundings;
    this.shell = new Shell(surroundings, Page.ROOT, surroundings::environment);
  }

  static boolean runs(Block block) {
    return block
        .mark()
        .map(
            mark ->
                switch (mark) {
                  case Mark.Run _, Mark.RunWith _, Mark.RunInCopy _ -> true;
                  case Mark.RunUntilInterrupted _, Mark.RunAs _ -> true;
                  case Mark.From _, Mark.TestedBy _, Mark.Output _ -> false;
                  case Mark.Ci _, Mark.NeedsAws _ -> false;
                })
        .orElse(false);
  }

  void follow() {
    List<Block> steps = page.blocks().stream().filter(Walk::runs).toList();
    if (takesDatabaseForGranted(steps)) {
      begin(STACK, READY);
    }
    steps.forEach(this::step);
  }

  private static boolean takesDatabaseForGranted(List<Block> steps) {
    return steps.stream().noneMatch(step -> step.text().equals(STACK))
        && steps.stream()
            .anyMatch(step -> step.text().contains("$DATABASE") || step.language().equals("sql"));
  }

  private void step(Block block) {
    switch (block.mark().orElseThrow()) {
      case Mark.Run run ->
          assertThat(shell.run(block.text())).as(block.where()).contains(run.prints());
      case Mark.RunWith run -> shell.run(withArguments(block.text(), run.arguments()));
      case Mark.RunInCopy _ -> inCopy().run(block.text());
      case Mark.RunUntilInterrupted run -> begin(block.text(), run.ready());
      case Mark.RunAs as -> shell.run(psql(as.role(), block.text()));
      case Mark.From _, Mark.TestedBy _, Mark.Output _ -> throw notRun(block);
      case Mark.Ci _, Mark.NeedsAws _ -> throw notRun(block);
    }
  }

  /** What is built and tested there is cleaned up with the copy. */
  private Shell inCopy() {
    return new Shell(surroundings, surroundings.copy(), Map::of);
  }

  private static AssertionError notRun(Block block) {
    return new AssertionError(block + " is not for running");
  }

  private void begin(String script, String ready) {
    running.push(shell.begin(script));
    running.getFirst().untilItSays(ready);
    if (script.equals(STACK)) {
      shell.run(PREPARE);
    }
  }

  private static String withArguments(String commands, String arguments) {
    return commands
        .lines()
        .map(line -> line.replaceFirst("\\s+# .*", "") + " " + arguments + "\n")
        .collect(Collectors.joining());
  }

  private static String psql(String role, String sql) {
    return "psql 'postgresql://localhost:39841/sluice?user=%s' -v ON_ERROR_STOP=1 <<'END'%n%sEND%n"
        .formatted(role, sql);
  }

  @Override
  public void close() {
    while (!running.isEmpty()) {
      running.pop().pressCtrlC();
    }
  }
}
