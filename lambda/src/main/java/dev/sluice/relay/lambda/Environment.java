package dev.sluice.relay.lambda;

import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.ssm.SsmClient;

/** The environment variables, with what they only refer to filled in. */
final class Environment {

  private static final String ROUTES = "SLUICE_ROUTES";
  private static final String PARAMETER = "ssm:";

  private Environment() {}

  static Map<String, String> read() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.computeIfPresent(
        ROUTES, (_, text) -> text.startsWith(PARAMETER) ? parameter(text) : text);
    return environment;
  }

  private static String parameter(String reference) {
    String name = reference.substring(PARAMETER.length()).strip();
    try (SsmClient ssm =
        SsmClient.builder().httpClientBuilder(UrlConnectionHttpClient.builder()).build()) {
      return ssm.getParameter(request -> request.name(name).withDecryption(true))
          .parameter()
          .value();
    }
  }
}
