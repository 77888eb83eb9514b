package dev.sluice.cdk.deployed;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.ssm.SsmClient;

/** The routes of a deployed outbox, which are in Parameter Store. */
record DeployedRoutes(SsmClient parameters, String parameter) {

  private static final String PREFIX = "ssm:";

  static DeployedRoutes of(AwsClients aws, DeployedFunction relay) {
    String variable = relay.variable("SLUICE_ROUTES");
    if (!variable.startsWith(PREFIX)) {
      throw new AssertionError("the routes are in no parameter: " + variable);
    }
    return new DeployedRoutes(aws.parameters(), variable.substring(PREFIX.length()));
  }

  String destination(String stream) {
    return routes().stream()
        .filter(route -> stream.equals(route.get("stream")))
        .map(route -> String.valueOf(route.get("destination")))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no route of " + stream));
  }

  /** As an operator does, without a deployment. */
  void lead(String stream, String destination) {
    List<Map<String, Object>> routes = routes();
    routes.stream()
        .filter(route -> stream.equals(route.get("stream")))
        .forEach(route -> route.put("destination", destination));
    try {
      String text = JSON.std.asString(routes);
      parameters.putParameter(request -> request.name(parameter).value(text).overwrite(true));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Map<String, Object>> routes() {
    String text = parameters.getParameter(request -> request.name(parameter)).parameter().value();
    try {
      List<Map<String, Object>> routes = new ArrayList<>();
      for (Object route : JSON.std.listFrom(text)) {
        Map<String, Object> fields = new LinkedHashMap<>();
        ((Map<?, ?>) route).forEach((name, value) -> fields.put(String.valueOf(name), value));
        routes.add(fields);
      }
      return routes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
