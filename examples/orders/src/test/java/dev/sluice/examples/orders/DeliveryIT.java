package dev.sluice.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.local.Answer;
import dev.sluice.local.FunctionName;
import dev.sluice.local.LocalLambda;
import dev.sluice.local.LocalServices;
import dev.sluice.local.SluiceJar;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * Customers of the service and of the Python program, and the relay between them: what a consumer
 * gets is held against the shop's own table.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@Import(ShopStack.class)
@Timeout(600)
final class DeliveryIT {

  private static final String EXPECTED =
      "SELECT id, item, quantity, version FROM shop.purchase ORDER BY id";

  @Autowired private JdbcTemplate jdbc;
  @Autowired private LocalServices stack;
  @Autowired private JsonMapper json;

  @Value("${local.server.port}")
  private int port;

  @Test
  void consumerGetsWhatWasCommittedInTheOrderOfItsChanges() throws Exception {
    List<String> pythons;
    try (LocalLambda relay = relay();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> customers =
          threads.invokeAll(IntStream.range(0, 8).mapToObj(customer -> customer()).toList());
      Future<Answer> meanwhile = threads.submit(() -> relay.invokeAndWait("{}"));
      pythons = pythonsOrders();
      for (Future<Integer> customer : customers) {
        assertThat(customer.get()).as("the control for rollbacks: refused orders").isPositive();
      }
      assertThat(meanwhile.get()).isInstanceOf(Answer.Answered.class);
      assertThat(relay.invokeAndWait("{}")).isInstanceOf(Answer.Answered.class);
    }

    Map<String, Order> committed = committed();
    int events = committed.values().stream().mapToInt(Order::version).sum();
    assertThat(events).as("the control").isGreaterThan(8 * 5 * 3);
    try (Arrivals arrivals = arrivals().await(events, Duration.ofSeconds(30))) {
      assertThat(arrivals.count()).isEqualTo(events);
      assertThat(arrivals.count("OrderPlaced")).isEqualTo(committed.size());
      assertThat(arrivals.keys())
          .containsExactlyInAnyOrderElementsOf(committed.keySet())
          .containsAll(pythons);
      assertThat(committed).allSatisfy((id, order) -> assertTold(arrivals.of(id), order));
    }
  }

  /** Every version once, in order, and the last one is what the table says. */
  private static void assertTold(List<Order> changes, Order order) {
    assertThat(changes)
        .extracting(Order::version)
        .containsExactlyElementsOf(IntStream.rangeClosed(1, order.version()).boxed().toList());
    assertThat(changes.getLast()).isEqualTo(order);
  }

  private Arrivals arrivals() {
    return new Arrivals(json, stack.kafka().bootstrapServers(), LocalServices.TOPIC);
  }

  private Map<String, Order> committed() {
    Map<String, Order> orders = new TreeMap<>();
    jdbc.query(
        EXPECTED,
        row -> {
          Order order =
              new Order(
                  row.getObject("id", UUID.class),
                  row.getString("item"),
                  row.getInt("quantity"),
                  row.getInt("version"));
          orders.put(order.id().toString(), order);
        });
    return orders;
  }

  /**
   * Places and changes orders over HTTP, and asks for more than there is; how often it got a no.
   */
  private Callable<Integer> customer() {
    return () -> {
      int refused = 0;
      try (ShopClient shop = new ShopClient(port)) {
        for (int i = 0; i < 5; i++) {
          String id = json.readTree(shop.place("apple", 1).body()).get("id").asString();
          assertThat(shop.change(id, 2).statusCode()).isEqualTo(200);
          assertThat(shop.change(id, 1).statusCode()).isEqualTo(200);
          refused += shop.place("pear", 500).statusCode() == 409 ? 1 : 0;
          refused += shop.change(id, 100_000).statusCode() == 409 ? 1 : 0;
        }
      }
      return refused;
    };
  }

  private List<String> pythonsOrders() throws IOException, InterruptedException {
    PythonShop python = PythonShop.at(stack.postgres().jdbcUrl());
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      PythonShop.Said placed = python.run("place", "apple", "1");
      assertThat(placed.exitCode()).as(placed.text()).isZero();
      String id = json.readTree(placed.text()).get("id").asString();
      PythonShop.Said changed = python.run("change", id, "3");
      assertThat(changed.text()).contains("\"version\": 2");
      ids.add(id);
    }
    PythonShop.Said refused = python.run("place", "pear", "500");
    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.text()).isEqualTo("there are not 500 more of pear");
    return ids;
  }

  private LocalLambda relay() {
    Map<String, String> environment = new TreeMap<>(stack.environment(FunctionName.RELAY));
    environment.put("SLUICE_MODE", "DRAIN");
    return LocalLambda.builder()
        .jar(SluiceJar.find())
        .handler(FunctionName.RELAY.handler())
        .environment(environment)
        .logTo(Path.of("target", "relay.log"))
        .build();
  }
}
