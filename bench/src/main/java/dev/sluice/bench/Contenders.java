package dev.sluice.bench;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;

/** All who take part. */
final class Contenders {

  static final List<Contender> ALL =
      List.of(
          new Contender.Sluice(),
          new Contender.SluiceWithoutArchive(),
          new Contender.RowClaim(),
          new Contender.RawProducer(),
          new Contender.RawRead(),
          new Contender.XminHeld(new Contender.Sluice()),
          new Contender.XminHeld(new Contender.RowClaim()));

  private Contenders() {}

  static Contender named(String name) {
    return ALL.stream()
        .filter(contender -> contender.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new UsageException("there is no contender '" + name + "'; there are " + names()));
  }

  private static String names() {
    return ALL.stream().map(Contender::name).collect(joining(", "));
  }

  static String describe() {
    return ALL.stream()
        .map(it -> String.format(Locale.ROOT, "%-20s %s", it.name(), it.description()))
        .collect(joining("\n"));
  }
}
