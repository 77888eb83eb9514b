package dev.sluice.relay.log;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/** How PostgreSQL runs a statement. */
public record QueryPlan(List<Map<String, Object>> nodes) {

  static QueryPlan of(Connection connection, String options, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("EXPLAIN (FORMAT JSON" + options + ") " + sql)) {
      row.next();
      return parse(Objects.requireNonNull(row.getString(1)));
    }
  }

  /** What EXPLAIN answers in the format JSON. */
  public static QueryPlan parse(String json) {
    try {
      List<Map<String, Object>> nodes = new ArrayList<>();
      collect((Map<?, ?>) JSON.std.listFrom(json).getFirst(), nodes);
      return new QueryPlan(nodes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void collect(Map<?, ?> object, List<Map<String, Object>> nodes) {
    if (object.get("Plan") instanceof Map<?, ?> plan) {
      collect(plan, nodes);
      return;
    }
    Map<String, Object> node = new HashMap<>();
    object.forEach((name, value) -> node.put(String.valueOf(name), value));
    nodes.add(node);
    if (object.get("Plans") instanceof List<?> children) {
      children.forEach(child -> collect((Map<?, ?>) child, nodes));
    }
  }

  public TreeSet<String> types() {
    TreeSet<String> types = new TreeSet<>();
    nodes.forEach(node -> types.add(String.valueOf(node.get("Node Type"))));
    return types;
  }

  /** Tables that are read. */
  TreeSet<String> relations() {
    return all("Relation Name");
  }

  public TreeSet<String> indexes() {
    return all("Index Name");
  }

  private TreeSet<String> all(String property) {
    TreeSet<String> values = new TreeSet<>();
    for (Map<String, Object> node : nodes) {
      if (node.get(property) instanceof String value) {
        values.add(value);
      }
    }
    return values;
  }

  /** Rows that the statement returned. */
  public long rows() {
    return number(nodes.getFirst(), "Actual Rows");
  }

  /** Pages that the statement looked at. */
  long buffers() {
    return number(nodes.getFirst(), "Shared Hit Blocks")
        + number(nodes.getFirst(), "Shared Read Blocks");
  }

  /** Rows that a scan of an index alone had to look up all the same. */
  long heapFetches() {
    return nodes.stream()
        .filter(node -> node.containsKey("Heap Fetches"))
        .mapToLong(node -> number(node, "Heap Fetches"))
        .sum();
  }

  private static long number(Map<String, Object> node, String name) {
    return ((Number) Objects.requireNonNull(node.get(name), name)).longValue();
  }
}
