package dev.sluice.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.lambda.testing.InvocationContext;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.testing.FakeBroker;
import dev.sluice.relay.testing.TestDatabase;
import dev.sluice.relay.testing.TestRelay;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The page on the dashboard, and what its buttons do when they are pressed. */
final class WidgetIT {

  private static final String MARKUP = "<script>alert(\"it's & on\")</script>";

  private final TestDatabase database = new TestDatabase();
  private final String name = UUID.randomUUID().toString();
  private final FakeBroker broker = FakeBroker.named(name);
  private final OpsHandler handler =
      new OpsHandler(Operator.environment(database, TestRelay.routeTo(name)));

  @AfterEach
  void drop() {
    handler.beforeCheckpoint(org.crac.Core.getGlobalContext());
    database.close();
  }

  /** The broker rejects everything, for a reason of each event's own. */
  private void kill(Function<OutboxMessage, String> reason) {
    broker.answers(message -> new Rejected("REFUSED", reason.apply(message)));
    Map<String, String> settings = Map.of("SLUICE_ROUTES", TestRelay.routeTo(name));
    try (TestRelay relay = new TestRelay(database, settings)) {
      relay.run();
    }
  }

  private String ask(String request) throws IOException {
    return InvocationContext.invoke(handler, request);
  }

  /** As a viewer of the dashboard. */
  private String look(String request) throws IOException {
    return InvocationContext.invoke(handler, request, new InvocationContext().by(":look"));
  }

  /** As a browser gets it; that it parses says that all of it is well-formed. */
  private Document page() throws Exception {
    Object html = JSON.std.anyFrom(look(widget("")));
    String whole = "<page>" + html + "</page>";
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(whole)));
  }

  private static String widget(String typed) {
    return "{\"action\": \"widget\", \"widgetContext\": " + context(typed) + "}";
  }

  private static String context(String typed) {
    return "{\"dashboardName\": \"d\", \"forms\": {\"all\": {" + typed + "}}}";
  }

  private static List<Element> elements(Document page, String tag) {
    NodeList found = page.getElementsByTagName(tag);
    return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
  }

  private static List<String> texts(Document page, String tag) {
    return elements(page, tag).stream().map(Element::getTextContent).toList();
  }

  /** As a dashboard presses it, with what was typed into the form. */
  private String press(Element button, String typed) throws IOException {
    String request =
        button.getTextContent().replaceFirst("}$", ", \"widgetContext\": " + context(typed) + "}");
    return button.getAttribute("endpoint").endsWith(":look") ? look(request) : ask(request);
  }

  @Test
  void streamsAndLeasesAreShown() throws Exception {
    database.append("orders", 3, 3);
    Document page = page();
    assertThat(texts(page, "td")).startsWith("orders", "3", "0", "0", "0");
    assertThat(texts(page, "p")).contains("16 shards: held by nobody, 0 crashes");
    assertThat(texts(page, "p")).contains("No event is dead.");
    assertThat(elements(page, "cwdb-action")).isEmpty();
  }

  @Test
  void deadEventsAreShownByTheirCauses() throws Exception {
    database.append("orders", 4, 4);
    kill(message -> message.seq() <= 3 ? "no room" : "quite another");
    Document page = page();
    assertThat(texts(page, "td")).containsSequence("3", "REFUSED", "no room");
    assertThat(texts(page, "td")).containsSequence("1", "REFUSED", "quite another");
    String function = "arn:aws:lambda:eu-central-1:000000000000:function:test";
    assertThat(elements(page, "cwdb-action"))
        .as("a button that looks needs no more than the page, and one that redrives does")
        .extracting(button -> button.getAttribute("endpoint"))
        .containsExactly(
            function + ":look", function + ":live", function + ":look", function + ":live");
  }

  @Test
  void lookingChangesNothing() throws Exception {
    database.append("orders", 1, 1);
    kill(_ -> "no room");
    Element look = elements(page(), "cwdb-action").getFirst();
    Map<String, Object> answer = JSON.std.mapFrom(press(look, "\"actor\": \"ann\""));
    assertThat(answer).containsEntry("dryRun", true).containsEntry("matched", 1);
    assertThat(database.count("outbox.held WHERE status = 'DEAD'")).isEqualTo(1);
  }

  @Test
  void redriveAsksAndIsDoneInTheNameOfWhoeverTypedIt() throws Exception {
    database.append("orders", 2, 2);
    kill(_ -> "no room");
    Element redrive = elements(page(), "cwdb-action").getLast();
    assertThat(redrive.getAttribute("confirmation")).contains("Is the cause repaired?");
    assertThatThrownBy(() -> press(redrive, "\"actor\": \" \""))
        .hasMessageContaining("'actor' is missing");
    assertThat(database.count("outbox.held WHERE status = 'DEAD'")).isEqualTo(2);
    press(redrive, "\"actor\": \"ann\", \"reason\": \"repaired\"");
    assertThat(database.count("outbox.held WHERE status = 'WAITING'")).isEqualTo(2);
    assertThat(database.one("SELECT action, actor, reason, affected FROM outbox.audit"))
        .isEqualTo("redrive|ann|repaired|2");
  }

  @Test
  void namesAndReasonsAreTextOnly() throws Exception {
    database.append(MARKUP.replace("'", "''"), 1, 1);
    kill(_ -> "<b>no</b> room & no time");
    Document page = page();
    assertThat(texts(page, "td")).contains(MARKUP, "<b>no</b> room & no time");
    assertThat(elements(page, "script")).isEmpty();
    assertThat(elements(page, "b")).isEmpty();
  }

  /** The form keeps its words when the dashboard refreshes. */
  @Test
  void wordsInTheFormDoNotDisturbTheNextRefresh() throws Exception {
    assertThat(ask(widget("\"actor\": \"ann\", \"reason\": \"repaired\""))).contains("No event");
  }

  @Test
  void wordsOfTheRequestItselfWin() throws Exception {
    database.append("orders", 1, 1);
    kill(_ -> "no room");
    ask(
        "{\"action\": \"redrive\", \"all\": true, \"confirm\": true, \"actor\": \"bob\", \"widgetContext\": "
            + context("\"actor\": \"ann\"")
            + "}");
    assertThat(database.one("SELECT actor FROM outbox.audit")).isEqualTo("bob");
  }

  @Test
  void widgetDescribesItself() throws Exception {
    assertThat(JSON.std.mapFrom(ask("{\"describe\": true}")).get("markdown"))
        .asString()
        .contains("action: widget");
  }
}
