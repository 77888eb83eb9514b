package dev.sluice.lambda;

import dev.sluice.relay.config.ConfigurationException;
import dev.sluice.relay.config.RelayConfig;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * The relay's configuration, by the routes that Parameter Store has now. When these cannot be used,
 * the last ones that could stay in force. Routes of an old snapshot never are in force: they may
 * lead where nobody listens any more.
 */
final class CurrentConfig {

  /** Shorter than the minute of a schedule, so that each of its invocations reads. */
  static final Duration AGE = Duration.ofSeconds(50);

  private static final String PARAMETER = "ssm:";

  private final Map<String, String> environment;
  private final UnaryOperator<String> parameters;
  private final InstantSource clock;
  private final String parameter;
  private @Nullable RelayConfig config;
  private @Nullable ConfigurationException fault;
  private @Nullable Instant readAt;

  CurrentConfig(Map<String, String> environment) {
    this(environment, new ParameterStore(environment), InstantSource.system());
  }

  /**
   * @param parameters from a parameter's name to its value
   */
  CurrentConfig(
      Map<String, String> environment, UnaryOperator<String> parameters, InstantSource clock) {
    this.environment = Map.copyOf(environment);
    this.parameters = parameters;
    this.clock = clock;
    String routes = environment.getOrDefault(RelayConfig.ROUTES, "").strip();
    parameter = routes.startsWith(PARAMETER) ? routes.substring(PARAMETER.length()).strip() : "";
  }

  Map<String, String> environment() {
    return environment;
  }

  /** Reads the routes if it is time to; true if it was. */
  boolean refresh() {
    Instant now = clock.instant();
    if (!due(now)) {
      return false;
    }
    readAt = now;
    try {
      Map<String, String> all = parameter.isEmpty() ? environment : withRoutes();
      if (config == null || !config.environment().equals(all)) {
        config = RelayConfig.parse(all, routesName());
      }
      fault = null;
    } catch (ConfigurationException e) {
      fault = e;
    }
    return true;
  }

  private boolean due(Instant now) {
    Instant last = readAt;
    if (last == null || parameter.isEmpty()) {
      return last == null;
    }
    return now.isBefore(last) || !now.isBefore(last.plus(AGE));
  }

  private String routesName() {
    return parameter.isEmpty()
        ? RelayConfig.ROUTES
        : "%s (parameter '%s')".formatted(RelayConfig.ROUTES, parameter);
  }

  private Map<String, String> withRoutes() {
    try {
      Map<String, String> all = new HashMap<>(environment);
      all.put(RelayConfig.ROUTES, parameters.apply(parameter));
      return all;
    } catch (SdkException e) {
      String problem =
          "%s cannot be read; it must exist in the function's region, and the function needs ssm:GetParameter (%s)"
              .formatted(routesName(), e.getMessage());
      throw new ConfigurationException(List.of(problem), e);
    }
  }

  /** Null if no settings that can be used were read since the start or the restore. */
  @Nullable RelayConfig find() {
    return config;
  }

  RelayConfig required() {
    RelayConfig now = config;
    if (now == null) {
      throw fault == null ? new IllegalStateException("nothing was read yet") : fault;
    }
    return now;
  }

  /** The message; the empty text if nothing is wrong. */
  String fault() {
    return fault == null ? "" : String.valueOf(fault.getMessage());
  }

  /** So that the alarms for failed invocations fire; nothing else has failed. */
  void throwIfOutdated() {
    if (fault != null) {
      throw new IllegalStateException(
          "events were published by the last good routes, until this is corrected:"
              + fault.faults(),
          fault);
    }
  }

  /** After a restore everything is read again. */
  void forget() {
    config = null;
    readAt = null;
  }
}
