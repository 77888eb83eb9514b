package dev.sluice.cdk.app;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.cdk.app.Template.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A function's variables as they may look when deployed: each token with a value of its kind. */
final class PlausibleEnvironment {

  private static final String PORT = "5432";
  private static final String REGION = "eu-central-1";
  private static final String ACCOUNT = "123456789012";

  private PlausibleEnvironment() {}

  /** With the routes themselves where the function would fetch them from Parameter Store. */
  static Map<String, String> of(Template stack, String handler) {
    Map<String, String> environment = given(stack, handler);
    if (environment.getOrDefault("SLUICE_ROUTES", "").startsWith("ssm:")) {
      environment.put("SLUICE_ROUTES", text(stack.only("AWS::SSM::Parameter").at("Value")));
    }
    return environment;
  }

  /** As Lambda itself has them. */
  static Map<String, String> given(Template stack, String handler) {
    Resource function = stack.function(handler);
    Map<String, String> environment = new TreeMap<>();
    environment.put("AWS_REGION", REGION); // Lambda's own
    if (function.at("Environment", "Variables") instanceof Map<?, ?> variables) {
      variables.forEach((name, value) -> environment.put(String.valueOf(name), text(value)));
    }
    return environment;
  }

  private static String text(@Nullable Object value) {
    if (!(value instanceof Map<?, ?> intrinsic)) {
      return String.valueOf(value);
    }
    Map.Entry<?, ?> only = intrinsic.entrySet().iterator().next();
    return switch (String.valueOf(only.getKey())) {
      case "Fn::Join" -> join((List<?>) only.getValue());
      case "Ref" -> named(String.valueOf(only.getValue()));
      case "Fn::ImportValue", "Fn::GetAtt" -> named(only.getValue().toString());
      case "Fn::Select" -> text(only.getValue().toString());
      default -> throw new AssertionError("no plausible value for " + json(intrinsic));
    };
  }

  private static String join(List<?> arguments) {
    List<?> parts = (List<?>) arguments.get(1);
    return parts.stream()
        .map(PlausibleEnvironment::text)
        .collect(Collectors.joining(String.valueOf(arguments.getFirst())));
  }

  /** By what the CDK calls it. */
  private static String named(String token) {
    if (token.equals("AWS::URLSuffix")) {
      return "amazonaws.com";
    }
    if (token.contains("EndpointPort")) {
      return PORT;
    }
    if (token.contains("Endpoint")) {
      return "database.abcdefghijkl." + REGION + ".rds.amazonaws.com";
    }
    if (token.contains("Brokers")) {
      return "b-1.kafka." + REGION + ".amazonaws.com:9098";
    }
    if (token.contains("Routes")) {
      return "CFN-Routes";
    }
    return named(token, token.contains("fifo") ? ".fifo" : "");
  }

  private static String named(String token, String fifo) {
    String arn = ":" + REGION + ":" + ACCOUNT + ":";
    if (token.contains("Queue") || token.contains("DeadLetters")) {
      return "https://sqs." + REGION + ".amazonaws.com/" + ACCOUNT + "/queue" + fifo;
    }
    if (token.contains("Topic")) {
      return "arn:aws:sns" + arn + "topic" + fifo;
    }
    if (token.contains("Bus")) {
      return "arn:aws:events" + arn + "event-bus/bus";
    }
    if (token.contains("Secret")) {
      return "arn:aws:secretsmanager" + arn + "secret:master-AbCdEf";
    }
    throw new AssertionError("no plausible value for " + token);
  }

  private static String json(Object value) {
    try {
      return JSON.std.asString(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
