package dev.sluice.example;

import dev.sluice.example.SpoiltProvider.Tampering;
import dev.sluice.relay.spi.OutboxMessage;
import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublisherProvider;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A publisher with one fault, and rules of the contract that see it. */
record Mutant(String name, PublisherProvider provider, boolean ordered, Set<String> rules) {

  static List<Mutant> all() {
    return Stream.of(
            OutcomeMutants.all(),
            SendingMutants.all(),
            ContentMutants.all(),
            ProviderMutants.all(),
            Stream.of(unordered()))
        .flatMap(mutants -> mutants)
        .toList();
  }

  static Mutant named(String name) {
    return all().stream().filter(it -> it.name().equals(name)).findFirst().orElseThrow();
  }

  /** Here the fault is in the world: it claims an order that its destination does not ask for. */
  private static Mutant unordered() {
    Set<String> rules = Set.of("destinationIsOrdered");
    return new Mutant("has no order", new SpoiltProvider(), false, rules);
  }

  static Mutant of(String name, PublisherProvider provider, String... rules) {
    return new Mutant(name, provider, true, Set.of(rules));
  }

  static Mutant publishing(String name, Supplier<Tampering> tampering, String... rules) {
    return of(name, new SpoiltProvider(tampering), rules);
  }

  static Mutant telling(String name, UnaryOperator<PublishOutcome> change, String... rules) {
    Tampering told =
        (sound, to, messages) -> sound.publish(to, messages).stream().map(change).toList();
    return publishing(name, () -> told, rules);
  }

  static Mutant sending(String name, UnaryOperator<OutboxMessage> change, String... rules) {
    Tampering sent =
        (sound, to, messages) -> sound.publish(to, messages.stream().map(change).toList());
    return publishing(name, () -> sent, rules);
  }

  @Override
  public String toString() {
    return name;
  }
}
