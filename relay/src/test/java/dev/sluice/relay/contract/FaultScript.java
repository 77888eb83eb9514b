package dev.sluice.relay.contract;

import dev.sluice.relay.contract.ScriptedBroker.CallFault;
import dev.sluice.relay.contract.ScriptedBroker.EntryFault;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/** What a stand-in was told, and what it has to answer; for those who write a ScriptedBroker. */
public final class FaultScript {

  private record EntryRule(
      EntryFault fault, Predicate<UUID> messages, int times, Map<UUID, Integer> met) {

    boolean meets(UUID id) {
      return messages.test(id) && met.merge(id, 1, Integer::sum) <= times;
    }
  }

  private final List<EntryRule> entries = new ArrayList<>();
  private final Map<Object, UUID> inFlight = new HashMap<>();
  private final Set<String> overlapping = new HashSet<>();
  private Optional<CallFault> callFault = Optional.empty();
  private int faultyCalls;
  private int calls;

  public synchronized void fault(EntryFault fault, Predicate<UUID> messages, int times) {
    entries.add(new EntryRule(fault, messages, times, new HashMap<>()));
  }

  public synchronized void fault(CallFault fault, int calls) {
    callFault = Optional.of(fault);
    faultyCalls = calls;
  }

  public synchronized void mend() {
    entries.clear();
    callFault = Optional.empty();
    overlapping.clear();
    inFlight.clear();
  }

  /** A call has come: what becomes of it as a whole. */
  public synchronized Optional<CallFault> nextCall() {
    calls++;
    return callFault.filter(ignored -> faultyCalls-- > 0);
  }

  /** What becomes of one message of a call that has no fault. */
  public synchronized Optional<EntryFault> nextEntry(UUID id) {
    return entries.stream().filter(rule -> rule.meets(id)).map(EntryRule::fault).findFirst();
  }

  public synchronized int calls() {
    return calls;
  }

  /** A message of this key has come, and has no answer yet. It may come again. */
  public synchronized void begin(Object destination, String key, UUID id) {
    UUID before = inFlight.put(List.of(destination, key), id);
    if (before != null && !before.equals(id)) {
      overlapping.add(key);
    }
  }

  /** It is about to be answered; what never will be has no end. */
  public synchronized void end(Object destination, String key) {
    inFlight.remove(List.of(destination, key));
  }

  public synchronized Set<String> overlapping() {
    return Set.copyOf(overlapping);
  }
}
