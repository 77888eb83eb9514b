package dev.sluice.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.emulators.Pause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every file in {@code events/}, sent to its function through the real runtime client. */
@Timeout(600)
@TestInstance(Lifecycle.PER_CLASS)
class EventFilesIT {

  private static final Path EVENTS = Path.of("..", "events");
  private static final String EMPTY =
      "TRUNCATE outbox.event, outbox.delivery, outbox.held, outbox.state, outbox.operation, outbox.audit;";
  private static final Pattern LISTED = Pattern.compile("(?:one of|knows) \\[([^]]*)]");

  private final Map<FunctionName, LocalLambda> functions = new EnumMap<>(FunctionName.class);
  private final List<String> logged = new CopyOnWriteArrayList<>();
  private LocalServices stack;

  @BeforeAll
  void start() {
    stack = LocalServices.start(Map.of(), _ -> {});
    stack.kafka().createTopic("orders", 1);
    for (FunctionName name : FunctionName.values()) {
      Map<String, String> environment = new TreeMap<>(stack.environment(name));
      environment.put("SLUICE_ROUTES", OperationsScript.ROUTES);
      environment.put("SLUICE_MODE", "DRAIN");
      functions.put(
          name,
          LocalLambda.builder(name)
              .shortLived()
              .timeout(Duration.ofMinutes(1))
              .environment(environment)
              .logTo(logged::add)
              .build());
    }
  }

  @AfterAll
  void stop() {
    functions.values().forEach(LocalLambda::close);
    stack.close();
  }

  static List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(EVENTS)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  @Test
  void everyFileHasACaseAndEveryCaseItsFile() throws IOException {
    assertThat(files()).containsExactlyElementsOf(new TreeSet<>(EventCase.ALL.keySet()));
  }

  @Test
  void everyFileIsExplained() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "events.md"));
    for (String file : files()) {
      assertThat(page).contains("](../events/" + file + ") |");
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void eventDoesWhatItIsFor(String file) throws IOException, SQLException {
    EventCase expected = Objects.requireNonNull(EventCase.ALL.get(file), file);
    execute(EMPTY + expected.before());

    Answer answer =
        file.startsWith("ops-probe")
            ? askWhileTheRelayRuns(file)
            : ask(expected.function(), Files.readString(EVENTS.resolve(file)));

    assertThat(answer).as(answer.toString()).isInstanceOf(Answer.Answered.class);
    assertThat(((Answer.Answered) answer).json()).contains(expected.answer());
    assertThat(count(expected.left())).as(expected.left()).isEqualTo(expected.count());
  }

  private Answer askWhileTheRelayRuns(String file) throws IOException {
    String event = Files.readString(EVENTS.resolve(file));
    try (ExecutorService operator = Executors.newSingleThreadExecutor()) {
      Future<Answer> probe = operator.submit(() -> ask(FunctionName.OPS, event));
      while (!probe.isDone()) {
        ask(FunctionName.RELAY, "{}");
        Pause.briefly();
      }
      return probe.resultNow();
    }
  }

  @Test
  void deliveredProbeForAnAlarmWritesThatItHasNotFailed() throws IOException {
    askWhileTheRelayRuns("ops-probe-metrics.json");
    assertThat(logged).anyMatch(line -> line.contains("\"ProbeFailed\":0"));
  }

  /** The function itself says what it knows. */
  @Test
  void everyActionAndEveryFieldOfItIsInAFile() throws IOException {
    Set<String> actions = new TreeSet<>();
    Set<String> fields = new TreeSet<>();
    for (String file : files()) {
      Map<String, Object> event = JSON.std.mapFrom(Files.readString(EVENTS.resolve(file)));
      if (event.get("action") instanceof String action) {
        actions.add(action);
        event.keySet().forEach(field -> fields.add(action + "." + field));
      }
    }
    List<String> known = listed("{\"action\": \"?\"}");
    assertThat(known).hasSizeGreaterThan(8).containsExactlyInAnyOrderElementsOf(actions);
    for (String action : known) {
      for (String field : listed("{\"action\": \"%s\", \"?\": 1}".formatted(action))) {
        // What all moves have in common need not be shown of each.
        assertThat(fields).as(action + "." + field).anyMatch(shown -> shown.endsWith("." + field));
      }
    }
  }

  private List<String> listed(String wrong) {
    Answer answer = ask(FunctionName.OPS, wrong);
    assertThat(answer).isInstanceOf(Answer.Failed.class);
    Matcher list = LISTED.matcher(((Answer.Failed) answer).message());
    assertThat(list.find()).as(answer.toString()).isTrue();
    return Arrays.stream(list.group(1).split(", "))
        .filter(name -> !name.isEmpty() && !name.equals("?"))
        .toList();
  }

  private Answer ask(FunctionName function, String event) {
    return Objects.requireNonNull(functions.get(function)).invokeAndWait(event);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = stack.postgres().connect(stack.postgres().superuser());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private int count(String sql) throws SQLException {
    try (Connection connection = stack.postgres().connect(LocalPostgres.OPERATOR);
        Statement statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      return row.getInt(1);
    }
  }
}
