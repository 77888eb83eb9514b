package dev.sluice.lambda;

import dev.sluice.relay.config.ConfigurationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.ssm.SsmClient;

/** The environment variables, with what they only refer to filled in. */
final class Environment {

  private static final String ROUTES = "SLUICE_ROUTES";
  private static final String PARAMETER = "ssm:";

  private Environment() {}

  static Map<String, String> read() {
    return resolve(System.getenv(), Environment::parameter);
  }

  static Map<String, String> resolve(
      Map<String, String> variables, UnaryOperator<String> parameters) {
    Map<String, String> environment = new HashMap<>(variables);
    environment.computeIfPresent(ROUTES, (_, text) -> routes(text.strip(), parameters));
    return environment;
  }

  private static String routes(String text, UnaryOperator<String> parameters) {
    if (!text.startsWith(PARAMETER)) {
      return text;
    }
    String name = text.substring(PARAMETER.length()).strip();
    try {
      return parameters.apply(name);
    } catch (SdkException e) {
      String fault =
          "%s: parameter '%s' cannot be read; it must exist in the function's region, and the function needs ssm:GetParameter (%s)"
              .formatted(ROUTES, name, e.getMessage());
      throw new ConfigurationException(List.of(fault), e);
    }
  }

  private static String parameter(String name) {
    try (SsmClient ssm =
        SsmClient.builder().httpClientBuilder(UrlConnectionHttpClient.builder()).build()) {
      return ssm.getParameter(request -> request.name(name).withDecryption(true))
          .parameter()
          .value();
    }
  }
}
