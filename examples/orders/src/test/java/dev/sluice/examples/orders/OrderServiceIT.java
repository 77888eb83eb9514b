package dev.sluice.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.local.LocalPostgres;
import dev.sluice.local.LocalServices;
import dev.sluice.writer.Outbox;
import dev.sluice.writer.OutboxEvent;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Import;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionTemplate;

/** The service with its database. The relay does not run: what is owed stays owed. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
@Import(ShopStack.class)
final class OrderServiceIT {

  private static final String PURCHASES = "SELECT id::text FROM shop.purchase";
  private static final String AGGREGATES = "SELECT aggregate_id FROM outbox.event";

  @Autowired private OrderService orders;
  @Autowired private JdbcTemplate jdbc;
  @Autowired private TransactionTemplate transaction;
  @Autowired private LocalServices stack;
  @Autowired private DataSource dataSource;
  @Autowired private Outbox outbox;

  @Test
  void orderAndEventAreThereTogether() throws SQLException {
    Order order = orders.place("apple", 2);

    String id = order.id().toString();
    assertThat(purchases()).contains(id);
    assertThat(events("SELECT event_type || ' ' || partition_key", id))
        .containsExactly("OrderPlaced " + id);
    assertThat(events("SELECT payload ->> 'quantity'", id)).containsExactly("2");
  }

  @Test
  void changesOfAnOrderAreEventsOfOneKey() throws SQLException {
    Order order = orders.place("apple", 1);
    orders.change(order.id(), 3);
    orders.change(order.id(), 2);

    assertThat(events("SELECT payload ->> 'version'", order.id().toString()))
        .containsExactly("1", "2", "3");
  }

  /** The event was appended before the stock said no. */
  @Test
  void refusedOrderLeavesNeitherRowNorEvent() throws SQLException {
    orders.place("apple", 1);
    List<String> purchases = purchases();
    List<String> aggregates = aggregates();
    assertThat(purchases).as("the control").isNotEmpty();

    assertThatExceptionOfType(OrderRefusedException.class)
        .isThrownBy(() -> orders.place("pear", 1_000))
        .withMessageContaining("not 1000 more of pear");

    assertThat(purchases()).containsExactlyElementsOf(purchases);
    assertThat(aggregates()).containsExactlyElementsOf(aggregates);
  }

  @Test
  void callersRollbackTakesTheEventWithIt() throws SQLException {
    String id =
        transaction.execute(
            status -> {
              Order order = orders.place("apple", 1);
              status.setRollbackOnly();
              return order.id().toString();
            });

    assertThat(purchases()).doesNotContain(id);
    assertThat(aggregates()).doesNotContain(id);
  }

  /** As writer/README.md shows it. */
  @Test
  void withoutATemplateItIsTheSameConnection() throws SQLException {
    OutboxEvent event = OutboxEvent.of("orders", "OrderSeen").json("1").build();
    transaction.executeWithoutResult(
        status -> {
          appendByDataSourceUtils(event);
          status.setRollbackOnly();
        });
    assertThat(taken(event)).isEmpty();

    transaction.executeWithoutResult(status -> appendByDataSourceUtils(event));
    assertThat(taken(event)).hasSize(1);
  }

  private void appendByDataSourceUtils(OutboxEvent event) {
    try {
      Connection connection = DataSourceUtils.getConnection(dataSource);
      try {
        outbox.append(connection, event);
      } finally {
        DataSourceUtils.releaseConnection(connection, dataSource);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** Away with it, for it is no order: other tests look at all that is delivered. */
  private List<String> taken(OutboxEvent event) throws SQLException {
    String sql = "DELETE FROM outbox.event WHERE id = '" + event.id() + "' RETURNING id::text";
    return ShopStack.read(stack, stack.postgres().superuser(), sql);
  }

  @Test
  void serviceMayAppendAndNotRead() {
    assertThatExceptionOfType(DataAccessException.class)
        .isThrownBy(() -> jdbc.queryForList("SELECT payload FROM outbox.event"))
        .havingRootCause()
        .withMessageContaining("permission denied");
  }

  private List<String> purchases() throws SQLException {
    return ShopStack.read(stack, "shop", PURCHASES + " ORDER BY 1");
  }

  private List<String> aggregates() throws SQLException {
    return ShopStack.read(stack, LocalPostgres.RELAY, AGGREGATES + " ORDER BY 1");
  }

  private List<String> events(String select, String id) throws SQLException {
    String from = " FROM outbox.event WHERE aggregate_id = '" + id + "' ORDER BY seq";
    return ShopStack.read(stack, LocalPostgres.RELAY, select + from);
  }
}
