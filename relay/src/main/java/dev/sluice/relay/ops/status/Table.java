package dev.sluice.relay.ops.status;

import java.util.ArrayList;
import java.util.List;

/** Columns that line up, in a terminal or on a page. */
final class Table {

  private final List<List<String>> rows = new ArrayList<>();

  Table(String... heads) {
    row(heads);
  }

  void row(String... cells) {
    rows.add(List.of(cells));
  }

  String text() {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        line.append(row.get(column))
            .append(" ".repeat(width(column) - row.get(column).length() + 2));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }

  String html() {
    StringBuilder html = new StringBuilder("<table>");
    String cell = "th";
    for (List<String> row : rows) {
      html.append("<tr>");
      for (String text : row) {
        html.append("<%1$s>%2$s</%1$s>".formatted(cell, Html.escape(text)));
      }
      html.append("</tr>");
      cell = "td";
    }
    return html.append("</table>").toString();
  }
}
