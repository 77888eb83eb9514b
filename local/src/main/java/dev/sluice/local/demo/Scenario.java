package dev.sluice.local.demo;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The acts in their order, and the progress of each. */
final class Scenario {

  enum State {
    WAITING,
    PLAYING,
    DONE,
    FAILED
  }

  /** How an act shows. */
  record Entry(String title, State state, String remark) {}

  private interface Act {
    void play(Consumer<String> say) throws Exception;
  }

  private final Map<String, Act> acts = new LinkedHashMap<>();
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Consumer<String> announce;

  Scenario(Acts plot, Consumer<String> announce) {
    this.announce = announce;
    acts.put("normal load", plot::normalLoad);
    acts.put("broker down", plot::brokerDown);
    acts.put("relay killed", plot::relayKilled);
    acts.put("poison event", plot::poisonEvent);
    acts.keySet().forEach(title -> enter(title, State.WAITING, ""));
  }

  /** Ends with the first act that fails. */
  void play() {
    String title = "";
    try {
      for (Map.Entry<String, Act> act : acts.entrySet()) {
        title = act.getKey();
        play(title, act.getValue());
      }
    } catch (Exception e) {
      enter(title, State.FAILED, String.valueOf(e.getMessage()));
    }
  }

  private void play(String title, Act act) throws Exception {
    enter(title, State.PLAYING, "");
    String[] last = {""};
    act.play(
        sentence -> {
          last[0] = sentence;
          enter(title, State.PLAYING, sentence);
          announce.accept(title + ": " + sentence);
        });
    enter(title, State.DONE, last[0]);
  }

  private synchronized void enter(String title, State state, String remark) {
    entries.put(title, new Entry(title, state, remark));
  }

  synchronized List<Entry> entries() {
    return List.copyOf(entries.values());
  }

  boolean played() {
    return entries().stream().allMatch(entry -> entry.state() == State.DONE);
  }

  /** Why an act did not go as it should. */
  Optional<String> failure() {
    return entries().stream()
        .filter(entry -> entry.state() == State.FAILED)
        .map(Entry::remark)
        .findFirst();
  }
}
