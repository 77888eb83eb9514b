package dev.sluice.examples.orders;

import dev.sluice.writer.Outbox;
import dev.sluice.writer.OutboxEvent;
import java.util.UUID;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

/** Every method is one transaction: the order and its event are there together, or neither is. */
@Service
public class OrderService {

  private static final String INSERT =
      "INSERT INTO shop.purchase (id, item, quantity, version) VALUES (?, ?, ?, ?)";

  /** Locks the row, so that the events of an order come in the order of its changes. */
  private static final String READ =
      "SELECT id, item, quantity, version FROM shop.purchase WHERE id = ? FOR UPDATE";

  private static final String CHANGE =
      "UPDATE shop.purchase SET quantity = ?, version = ? WHERE id = ?";

  private static final String TAKE =
      "UPDATE shop.stock SET available = available - ? WHERE item = ? AND available >= ?";

  private final JdbcTemplate jdbc;
  private final Outbox outbox;
  private final JsonMapper json;

  OrderService(JdbcTemplate jdbc, Outbox outbox, JsonMapper json) {
    this.jdbc = jdbc;
    this.outbox = outbox;
    this.json = json;
  }

  @Transactional
  public Order place(String item, int quantity) {
    Order order = Order.placed(item, quantity);
    jdbc.update(INSERT, order.id(), order.item(), order.quantity(), order.version());
    append("OrderPlaced", order);
    take(item, quantity); // throws if there is not enough: no order then, and no event
    return order;
  }

  @Transactional
  public Order change(UUID id, int quantity) {
    Order before = read(id);
    Order after = before.changed(quantity);
    jdbc.update(CHANGE, after.quantity(), after.version(), after.id());
    append("OrderChanged", after);
    take(after.item(), after.quantity() - before.quantity());
    return after;
  }

  private void append(String type, Order order) {
    OutboxEvent event =
        OutboxEvent.of("orders", type)
            .aggregate("Order", order.id().toString())
            .json(json.writeValueAsString(order))
            .build();
    jdbc.execute((ConnectionCallback<UUID>) connection -> outbox.append(connection, event));
  }

  private Order read(UUID id) {
    return jdbc
        .query(
            READ,
            (row, number) ->
                new Order(id, row.getString("item"), row.getInt("quantity"), row.getInt("version")),
            id)
        .stream()
        .findFirst()
        .orElseThrow(() -> new OrderRefusedException("there is no order " + id));
  }

  private void take(String item, int quantity) {
    if (jdbc.update(TAKE, quantity, item, quantity) == 0) {
      throw new OrderRefusedException("there are not " + quantity + " more of " + item);
    }
  }
}
