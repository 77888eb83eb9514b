package dev.sluice.cdk;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a Sluice is given, and what it brings itself otherwise.
 *
 * @param name the outbox's name, by which its metrics and alarms are known
 * @param code the jar
 * @param place empty: an isolated network of its own
 * @param database empty: a small PostgreSQL on RDS of its own
 * @param routes empty: one topic, to which every stream goes
 */
public record SluiceProps(
    String name,
    FunctionCode code,
    Optional<NetworkPlacement> place,
    Optional<Database> database,
    Optional<Routes> routes,
    RelaySettings relay) {

  public static Builder builder(String name, FunctionCode code) {
    return new Builder(name, code);
  }

  /** Says only what is to differ from the default. */
  public static final class Builder {
    private final String name;
    private final FunctionCode code;
    private @Nullable NetworkPlacement place;
    private @Nullable Database database;
    private @Nullable Routes routes;
    private RelaySettings relay = RelaySettings.DEFAULTS;

    private Builder(String name, FunctionCode code) {
      this.name = name;
      this.code = code;
    }

    public Builder place(NetworkPlacement place) {
      this.place = place;
      return this;
    }

    public Builder database(Database database) {
      this.database = database;
      return this;
    }

    public Builder routes(Routes routes) {
      this.routes = routes;
      return this;
    }

    public Builder relay(RelaySettings relay) {
      this.relay = relay;
      return this;
    }

    public SluiceProps build() {
      return new SluiceProps(
          name,
          code,
          Optional.ofNullable(place),
          Optional.ofNullable(database),
          Optional.ofNullable(routes),
          relay);
    }
  }
}
