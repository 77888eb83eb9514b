package dev.sluice.bench;

import java.util.List;
import java.util.Map;

/** For contenders that publish nothing. */
final class NoBroker implements Broker {

  @Override
  public String endpoint() {
    return "127.0.0.1:1";
  }

  @Override
  public long pid() {
    return 0;
  }

  @Override
  public void forget() {}

  @Override
  public Taken taken() {
    return new Taken(0, Map.of(), List.of());
  }

  @Override
  public void close() {}
}
