package dev.sluice.local.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The acts in their order, and how far the play has come. */
final class Playbill {

  enum State {
    WAITING,
    PLAYING,
    DONE,
    FAILED
  }

  /** How an act shows. */
  record Entry(String title, State state, String remark) {}

  static final List<Act> ACTS =
      List.of(new NormalLoad(), new BrokerOutage(), new RelayKilled(), new PoisonEvent());

  /** The outage's, the kill's, the poison event and the one behind it. */
  static final int ORDERS_OF_THE_ACTS = 4;

  private final List<Entry> entries = new ArrayList<>();
  private final Consumer<String> announce;
  private @Nullable Exception failure;
  private int current;

  Playbill(Consumer<String> announce) {
    this.announce = announce;
    ACTS.forEach(act -> entries.add(new Entry(act.title(), State.WAITING, "")));
  }

  /** Ends with the first act that fails. */
  void play(Stage stage) {
    for (Act act : ACTS) {
      enter(State.PLAYING);
      try {
        act.play(stage);
      } catch (Exception e) {
        fail(e);
        return;
      }
      enter(State.DONE);
      next();
    }
  }

  private synchronized void enter(State state) {
    Entry entry = entries.get(current);
    entries.set(current, new Entry(entry.title(), state, entry.remark()));
  }

  private synchronized void next() {
    current++;
  }

  private synchronized void fail(Exception e) {
    failure = e;
    entries.set(
        current,
        new Entry(entries.get(current).title(), State.FAILED, String.valueOf(e.getMessage())));
  }

  void say(String sentence) {
    String title;
    synchronized (this) {
      Entry entry = entries.get(current);
      title = entry.title();
      entries.set(current, new Entry(title, entry.state(), sentence));
    }
    announce.accept(title + ": " + sentence);
  }

  synchronized List<Entry> entries() {
    return List.copyOf(entries);
  }

  synchronized boolean played() {
    return current == ACTS.size();
  }

  synchronized @Nullable Exception failure() {
    return failure;
  }
}
