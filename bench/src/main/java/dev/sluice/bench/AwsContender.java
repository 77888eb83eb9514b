package dev.sluice.bench;

import dev.sluice.local.FunctionName;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The relay with one route, to the stand-in.
 *
 * @param oneAtATime one call after the other, as most relays do it
 */
record AwsContender(AwsDestination destination, URI endpoint, boolean oneAtATime)
    implements Contender {

  static final int ORDERED_KEYS = 1_000;

  /** A call after the other takes so much longer that it gets so much less to do. */
  private static final int SHORTER = 50;

  @Override
  public String name() {
    return destination.label() + (oneAtATime ? "-one-call" : "");
  }

  @Override
  public String description() {
    return oneAtATime
        ? "the same with " + destination.callsSetting() + "=1"
        : "the relay's default";
  }

  @Override
  public Function function() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("SLUICE_MODE", "DRAIN");
    settings.put("SLUICE_ROUTES", routes());
    if (oneAtATime) {
      settings.put(destination.callsSetting(), "1");
    }
    return new Function(FunctionName.RELAY.handler(), settings);
  }

  private String routes() {
    return "[{\"stream\":\"*\",\"destination\":\"%s\",\"order\":\"%s\"}]"
        .formatted(destination.uri(endpoint), destination.ordered() ? "KEY" : "NONE");
  }

  @Override
  public Optional<Table> table() {
    return Optional.of(Table.OUTBOX);
  }

  @Override
  public SampleEvent event(long number) {
    return destination.ordered()
        ? SampleEvent.withAnyOf(ORDERED_KEYS, number)
        : new SampleEvent(number);
  }

  @Override
  public Ledger expected(long events) {
    return new Ledger(events, 0, events);
  }

  int backlog(int events) {
    return oneAtATime ? Math.max(1, events / SHORTER) : events;
  }
}
