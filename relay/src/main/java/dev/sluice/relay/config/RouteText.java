package dev.sluice.relay.config;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.Format;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads SLUICE_ROUTES: a JSON list of objects, first match wins. */
final class RouteText {

  private static final Set<String> FIELDS =
      Set.of(
          "name",
          "from",
          "stream",
          "destination",
          "format",
          "order",
          "onDead",
          "retry",
          "maxAttempts");

  static final String EXAMPLE = "[{\"stream\":\"orders\",\"destination\":\"kafka:orders\"}]";

  private enum Order {
    KEY,
    NONE
  }

  private final RetryPolicy retry;
  private final int maxAttempts;
  private final Publishers publishers;
  private final Consumer<String> faults;
  private final Map<String, Set<Route.From>> beginnings = new TreeMap<>();

  private RouteText(
      RetryPolicy retry, int maxAttempts, Publishers publishers, Consumer<String> faults) {
    this.retry = retry;
    this.maxAttempts = maxAttempts;
    this.publishers = publishers;
    this.faults = faults;
  }

  static List<Route> parse(
      String text,
      RetryPolicy retry,
      int maxAttempts,
      Publishers publishers,
      Consumer<String> faults) {
    RouteText reader = new RouteText(retry, maxAttempts, publishers, faults);
    List<Route> routes = new ArrayList<>();
    List<?> entries = entries(text, faults);
    for (int i = 0; i < entries.size(); i++) {
      reader.route("route " + (i + 1), entries.get(i)).ifPresent(routes::add);
    }
    reader.refuseContradictions();
    return routes;
  }

  /** A name begins once. */
  private void refuseContradictions() {
    beginnings.forEach(
        (name, froms) -> {
          if (froms.size() > 1) {
            faults.accept("from: routes of '" + name + "' say " + froms + "; choose one");
          }
        });
  }

  private static List<?> entries(String text, Consumer<String> faults) {
    try (JsonParser parser = JSON.std.createParser(text)) {
      if (JSON.std.anyFrom(parser) instanceof List<?> list && !list.isEmpty()) {
        if (parser.nextToken() != null) {
          faults.accept("is a JSON list with something behind it; write one list of all routes");
        }
        return list;
      }
      faults.accept("is not a JSON list with at least one route, such as " + EXAMPLE);
    } catch (JacksonException e) {
      faults.accept("is not JSON: " + problem(e));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.of();
  }

  /** With the place, in terms of the text rather than of the parser. */
  private static String problem(JacksonException e) {
    String problem = e.getOriginalMessage().replaceFirst(" \\(start marker at .*", "");
    return problem
        + ", in line "
        + e.getLocation().getLineNr()
        + ", column "
        + e.getLocation().getColumnNr();
  }

  private Optional<Route> route(String place, @Nullable Object entry) {
    if (!(entry instanceof Map<?, ?> object)) {
      faults.accept(place + " is not a JSON object");
      return Optional.empty();
    }
    Consumer<String> here = problem -> faults.accept(place + ": " + problem);
    Settings fields = new Settings(texts(object, here));
    fields.refuseUnknown("", FIELDS);
    Route route = route(fields);
    fields.faults().forEach(here);
    return Optional.ofNullable(route);
  }

  private static Map<String, String> texts(Map<?, ?> object, Consumer<String> faults) {
    Map<String, String> texts = new TreeMap<>();
    object.forEach(
        (name, value) -> {
          switch (value) {
            case null -> {}
            case String text -> texts.put(String.valueOf(name), text);
            case Number number -> texts.put(String.valueOf(name), number.toString());
            default -> faults.accept(name + " must be a text or a number");
          }
        });
    return texts;
  }

  private @Nullable Route route(Settings fields) {
    String name = fields.parsed("name", Subscription.MAIN, RouteText::name);
    Route.From from = fields.choice("from", Route.From.PRESENT);
    if (fields.find("from") != null) {
      beginnings.computeIfAbsent(name, unused -> EnumSet.noneOf(Route.From.class)).add(from);
    }
    String stream = fields.required("stream", "a stream's name or a pattern such as orders.*");
    String target = fields.required("destination", "<scheme>:<target>, such as kafka:orders");
    Format format = fields.choice("format", Format.RAW);
    OnDead onDead = fields.choice("onDead", OnDead.CONTINUE);
    RetryPolicy policy = fields.parsed("retry", retry, RetryPolicyText::parse);
    int attempts = fields.number("maxAttempts", maxAttempts, 1, RelayConfig.MOST_ATTEMPTS);
    Destination destination = destination(fields, stream, target, format);
    if (onDead == OnDead.BLOCK && destination != null && !destination.ordered()) {
      fields.fault(
          "onDead BLOCK", "needs order KEY; without an order there is nothing to hold back");
    }
    if (destination == null) {
      return null;
    }
    Route route = new Route(name, from, stream, destination, onDead, policy, attempts);
    return route.isByStream() ? route.judgedBy(publishers::faults) : route;
  }

  private static String name(String text) {
    if (!Subscription.mayBe(text)) {
      throw new IllegalArgumentException(
          "is '" + text + "'; begin with a letter, and use " + Subscription.NAMES);
    }
    return text;
  }

  private @Nullable Destination destination(
      Settings fields, String stream, String target, Format format) {
    Order order = fields.choice("order", Order.KEY);
    if (target.isEmpty()) {
      return null;
    }
    try {
      Destination destination = Destination.parse(target, format, order == Order.KEY);
      String streamName = StreamPlaceholder.example(stream);
      Destination example = StreamPlaceholder.replace(destination, streamName);
      if (!publishers.keepsOrder(example)) {
        destination = unordered(fields, destination);
      }
      String name = "destination '" + target + "'";
      List<String> faults = StreamPlaceholder.faults(destination, streamName);
      faults.forEach(problem -> fields.fault(name, problem));
      if (faults.isEmpty()) {
        String of = example.equals(destination) ? "" : " of stream '" + streamName + "'";
        publishers.faults(example).forEach(problem -> fields.fault(name + of, problem));
      }
      return destination;
    } catch (IllegalArgumentException e) {
      fields.fault("destination", String.valueOf(e.getMessage()));
      return null;
    }
  }

  /** A promise of order that the destination breaks would be a lie. */
  private static Destination unordered(Settings fields, Destination destination) {
    if (fields.find("order") != null && destination.ordered()) {
      fields.fault(
          "order KEY",
          "cannot be kept by " + destination.uri() + "; remove it, or use a FIFO topic or queue");
    }
    return new Destination(destination.scheme(), destination.target(), destination.format(), false);
  }
}
