package dev.sluice.aws;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/** A client for each region that destinations lie in; without one it is the function's own. */
public final class RegionalClients<C extends SdkAutoCloseable> implements AutoCloseable {

  private final Function<Optional<Region>, C> open;
  private final Map<Optional<Region>, C> clients = new ConcurrentHashMap<>();

  public RegionalClients(Function<Optional<Region>, C> open) {
    this.open = open;
  }

  public C in(Optional<Region> region) {
    return clients.computeIfAbsent(region, open);
  }

  @Override
  public void close() {
    clients.values().forEach(SdkAutoCloseable::close);
  }
}
