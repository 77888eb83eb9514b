package dev.sluice.bench;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A line for each contender; its title has as many lines as the columns' headings. */
record Table(String title, List<Column> columns) {

  /** Who used the processors; the broker's column is headed by its name. */
  static Table processor(String broker, int width) {
    return new Table(
        "CPU seconds a run\n(medians)",
        List.of(
            Column.median("elapsed", 8, 2, Measure.SECONDS),
            Column.median("function", 9, 2, Measure.FUNCTION),
            Column.median(broker, width, 2, Measure.BROKER),
            Column.median("reading\nbackend", 9, 2, Measure.READING_BACKEND),
            Column.median("writing\nbackend", 9, 2, Measure.WRITING_BACKEND),
            Column.median("other\npostgres", 9, 2, Measure.OTHER_POSTGRES),
            Column.median("rest of\nmachine", 8, 2, Measure.REST_OF_MACHINE),
            new Column("us an\nevent", 9, 2, (_, it) -> it.microsecondsPerEvent(), "")));
  }

  String text(Report report) {
    String[] titles = title.split("\n", -1);
    String heading =
        IntStream.range(0, titles.length)
            .mapToObj(i -> line(titles[i], column -> column.heading(i)))
            .collect(joining());
    return report.summaries().stream()
        .map(summary -> line(summary.name(), column -> column.cell(report, summary)))
        .collect(joining("", heading, ""));
  }

  private String line(String name, Function<Column, String> cell) {
    String cells = columns.stream().map(cell).collect(joining());
    return String.format(Locale.ROOT, "%-20s%s%n", name, cells);
  }
}
