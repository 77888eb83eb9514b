package dev.sluice.cdk;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awscdk.services.ec2.IConnectable;
import software.amazon.awscdk.services.iam.IGrantable;

/** The routes of an outbox, the first that matches counts. */
public record Routes(List<Route> routes) {

  public Routes {
    routes = List.copyOf(routes);
  }

  public static Routes of(Route... routes) {
    return new Routes(List.of(routes));
  }

  /** SLUICE_ROUTES, with what is known only after the deployment as tokens. */
  String json() {
    return json(Destination::uri);
  }

  /** The same with plausible values, which can be parsed and measured beforehand. */
  String exampleJson() {
    return json(Destination::example);
  }

  private String json(Function<Destination, String> name) {
    List<Map<String, Object>> maps =
        routes.stream().map(route -> route.toMap(name.apply(route.destination()))).toList();
    try {
      return JSON.std.asString(maps);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Destination> destinations() {
    return routes.stream().map(Route::destination).distinct().toList();
  }

  void grantPublish(IGrantable publisher) {
    routes.forEach(route -> route.destination().grantPublish(publisher, route.stream()));
  }

  void grantLook(IGrantable operator) {
    routes.forEach(route -> route.destination().grantLook(operator, route.stream()));
  }

  void allowFrom(IConnectable function) {
    destinations().forEach(destination -> destination.allowFrom(function));
  }

  public Set<Api> apis() {
    Set<Api> apis = EnumSet.noneOf(Api.class);
    destinations().forEach(destination -> apis.addAll(destination.apis()));
    return apis;
  }

  /** Whose the topics, queues and buses are. */
  Set<String> accounts() {
    return destinations().stream()
        .flatMap(destination -> destination.account().stream())
        .collect(Collectors.toSet());
  }

  /** Two clusters would want the same variables. */
  Map<String, String> environment() {
    Map<String, String> all = new TreeMap<>();
    for (Destination destination : destinations()) {
      destination
          .environment()
          .forEach(
              (name, value) -> {
                String other = all.put(name, value);
                if (other != null && !other.equals(value)) {
                  throw new IllegalArgumentException(
                      "the routes lead to two Kafka clusters, and one Sluice has one producer;"
                          + " use two of the construct");
                }
              });
    }
    return all;
  }
}
