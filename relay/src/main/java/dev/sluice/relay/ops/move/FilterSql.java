package dev.sluice.relay.ops.move;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The conditions of a filter. One that is not given is not in the statement. */
final class FilterSql {

  private FilterSql() {}

  /**
   * What is read of a table. Ids are looked up first: a planner without statistics would rather
   * walk through all events in their order.
   */
  static String from(String table, Filter filter) {
    return filter.ids().isEmpty()
        ? table
        : "(SELECT * FROM " + table + " WHERE id = ANY (:ids) OFFSET 0)";
  }

  /** Of a dead event {@code h}, which goes to the destination of {@code s}. */
  static String ofDead(Filter filter) {
    String died = "coalesce(h.last_attempt_at, h.created_at)";
    String group = FailureSql.group("s.destination", "h.last_error_code", "h.last_error");
    return condition(filter.stream(), "h.stream = :stream")
        + condition(filter.type(), "h.event_type = :type")
        + condition(filter.key(), "h.partition_key = :key")
        + condition(filter.from(), died + " >= :from")
        + condition(filter.to(), died + " < :to")
        + condition(filter.group(), group + " = :group");
  }

  /** Of an event {@code e} in the log, but for its stream and when it was delivered. */
  static String ofLogged(Filter filter) {
    return condition(filter.type(), "e.event_type = :type")
        + condition(filter.key(), "e.partition_key = :key");
  }

  /** Of a delivery {@code d}. */
  static String ofDelivery(Filter filter) {
    return condition(filter.from(), "d.at >= :from") + condition(filter.to(), "d.at < :to");
  }

  static boolean hasTime(Filter filter) {
    return filter.from() != null || filter.to() != null;
  }

  private static String condition(@Nullable Object value, String sql) {
    return value == null ? "" : " AND " + sql;
  }

  static NamedStatement bind(NamedStatement statement, Filter filter) throws SQLException {
    return statement
        .setIds("ids", filter.ids())
        .set("stream", filter.stream())
        .set("type", filter.type())
        .set("key", filter.key())
        .set("group", filter.group())
        .set("from", filter.from())
        .set("to", filter.to());
  }
}
