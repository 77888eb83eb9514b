package dev.sluice.relay.ops.status;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * An outbox on a CloudWatch dashboard: how it is doing, why events died, and buttons that look at a
 * group of them and try it again. A button calls the function with the viewer's own permissions.
 *
 * @param groups of dead events, as a dry run tells them
 * @param looking the function that <i>Look</i> invokes
 * @param changing the function that <i>Redrive</i> invokes
 */
public record WidgetPage(
    StatusReport report, List<Map<String, Object>> groups, String looking, String changing) {

  /** What CloudWatch shows to somebody who puts the widget on a dashboard. */
  public static final String DESCRIPTION =
      """
      ## An outbox of Sluice
      Shows its streams and leases, and dead events by the cause of their failure, with buttons to redrive them.
      Parameters:
      ```yaml
      action: widget
      ```
      """;

  private static final String CONFIRMATION =
      "They are owed again at their old places. Is the cause repaired?";

  public String html() {
    String leases =
        report.leaseLines().stream().map(Html::escape).collect(Collectors.joining("<br/>"));
    return "<h3>Streams</h3>%s<p>%s</p>%s".formatted(report.table().html(), leases, dead());
  }

  private String dead() {
    if (groups.isEmpty()) {
      return "<p>No event is dead.</p>";
    }
    String rows = groups.stream().map(this::row).collect(Collectors.joining());
    return """
        <h3>Dead events</h3><form><table>
        <tr><th>events</th><th>code</th><th>reason</th><th></th></tr>
        %s</table>
        <p>For the audit: you are <input name="actor"/> and redrive because <input name="reason"/></p>
        </form>
        """
        .formatted(rows);
  }

  private String row(Map<String, Object> group) {
    return "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s %s</td></tr>\n"
        .formatted(
            group.get("count"),
            Html.escape(String.valueOf(group.get("code"))),
            Html.escape(String.valueOf(group.get("reason"))),
            button("btn", "Look", "", looking, redrive(group)),
            button(
                "btn btn-primary", "Redrive", CONFIRMATION, changing, confirmed(redrive(group))));
  }

  private static Map<String, Object> redrive(Map<String, Object> group) {
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("action", "redrive");
    request.put("group", group.get("group"));
    request.put("subscription", group.get("subscription"));
    return request;
  }

  private static Map<String, Object> confirmed(Map<String, Object> request) {
    request.put("confirm", true);
    return request;
  }

  private static String button(
      String style,
      String label,
      String confirmation,
      String function,
      Map<String, Object> request) {
    String asks =
        confirmation.isEmpty() ? "" : " confirmation=\"%s\"".formatted(Html.escape(confirmation));
    return "<a class=\"%s\">%s</a><cwdb-action action=\"call\" display=\"popup\"%s endpoint=\"%s\">%s</cwdb-action>"
        .formatted(style, label, asks, Html.escape(function), Html.escape(json(request)));
  }

  private static String json(Map<String, Object> request) {
    try {
      return JSON.std.asString(request);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
