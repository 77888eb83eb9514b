package dev.sluice.local.orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class ReceiptsTest {

  private static final Place ORDERED = new Place("a", "kafka:a", "kafka:a", 50, true);
  private static final Place UNORDERED = new Place("b", "bus", "eventbridge:b", 50, false);

  private final Receipts receipts = new Receipts();

  private static Arrival arrival(Place place, String key, long number) {
    return new Arrival(place, place.stream() + key + number, place.stream() + key, number, 0, 0);
  }

  @Test
  void eventsOfAKeyInOrderAreInOrderWhateverOtherKeysDo() {
    receipts.add(arrival(ORDERED, "x", 1));
    receipts.add(arrival(ORDERED, "y", 9));
    receipts.add(arrival(ORDERED, "x", 2));
    assertThat(receipts.reordered()).isZero();
    assertThat(receipts.at(ORDERED)).isEqualTo(3);
  }

  @Test
  void laterEventOfAKeyBeforeAnEarlierOneIsNoticed() {
    receipts.add(arrival(ORDERED, "x", 2));
    receipts.add(arrival(ORDERED, "x", 1));
    assertThat(receipts.reordered()).isEqualTo(1);
  }

  @Test
  void orderIsNotAskedOfAPlaceThatHasNone() {
    receipts.add(arrival(UNORDERED, "x", 2));
    receipts.add(arrival(UNORDERED, "x", 1));
    assertThat(receipts.reordered()).isZero();
  }

  @Test
  void eventThatComesAgainIsADuplicateAndIsNotReordered() {
    assertThat(receipts.add(arrival(ORDERED, "x", 1))).isTrue();
    receipts.add(arrival(ORDERED, "x", 2));
    assertThat(receipts.add(arrival(ORDERED, "x", 1))).isFalse();
    assertThat(receipts.received()).isEqualTo(new Ledger.Received(Set.of("ax1", "ax2"), 0, 1));
  }

  @Test
  void controlDropsOneEventHoweverOftenItComes() {
    List<Arrival> arrived = through(Tampering::drop, 300);
    assertThat(arrived).hasSize(299);
    assertThat(arrived).extracting(Arrival::number).doesNotContain(200L);
  }

  @Test
  void controlSwapsTwoEventsOfOneKey() {
    through(Tampering::swap, 300).forEach(receipts::add);
    assertThat(receipts.reordered()).isEqualTo(1);
    assertThat(receipts.distinct()).isEqualTo(300);
  }

  @Test
  void controlDropsNoCopyOfWhatHasArrived() {
    Consumer<Arrival> transport = Tampering.drop(receipts::add);
    LongStream.rangeClosed(1, 150).forEach(n -> transport.accept(arrival(ORDERED, "x", n)));
    LongStream.rangeClosed(1, 300).forEach(n -> transport.accept(arrival(ORDERED, "x", n)));
    assertThat(receipts.distinct()).isEqualTo(299);
  }

  @Test
  void controlSwapsNoCopyOfWhatHasArrived() {
    Consumer<Arrival> transport = Tampering.swap(receipts::add);
    LongStream.rangeClosed(1, 150).forEach(n -> transport.accept(arrival(ORDERED, "x", n)));
    LongStream.rangeClosed(1, 300).forEach(n -> transport.accept(arrival(ORDERED, "x", n)));
    assertThat(receipts.reordered()).isEqualTo(1);
  }

  @Test
  void controlSwapsAlsoWhenACopyComesInBetween() {
    Consumer<Arrival> transport = Tampering.swap(receipts::add);
    LongStream.rangeClosed(1, 200).forEach(n -> transport.accept(arrival(ORDERED, "x", n)));
    LongStream.rangeClosed(150, 201).forEach(n -> transport.accept(arrival(ORDERED, "x", n)));
    assertThat(receipts.reordered()).isEqualTo(1);
  }

  @Test
  void controlBringsWhatNobodyCommitted() {
    assertThat(through(Tampering::ghost, 300)).hasSize(301);
  }

  @Test
  void withoutAControlEverythingPasses() {
    through(UnaryOperator.identity(), 300).forEach(receipts::add);
    assertThat(receipts.reordered()).isZero();
    assertThat(receipts.distinct()).isEqualTo(300);
  }

  private static List<Arrival> through(UnaryOperator<Consumer<Arrival>> transport, int events) {
    List<Arrival> arrived = new ArrayList<>();
    Consumer<Arrival> carrier = transport.apply(arrived::add);
    LongStream.rangeClosed(1, events)
        .forEach(number -> carrier.accept(arrival(ORDERED, "x", number)));
    return arrived;
  }
}
