package dev.sluice.aws;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The answers of a call by the ids of its entries. One without an answer was not taken. */
public final class EntryAnswers {

  private static final EntryAnswer NONE = new EntryAnswer.Refused("NO_ANSWER", false);

  private final Map<String, EntryAnswer> answers = new HashMap<>();

  public void taken(String id, String receipt) {
    answers.put(id, new EntryAnswer.Taken(receipt));
  }

  /** A refusal outweighs a receipt. */
  public void refused(String id, String code, Boolean senderFault) {
    answers.put(id, new EntryAnswer.Refused(code, Boolean.TRUE.equals(senderFault)));
  }

  public List<EntryAnswer> of(List<String> ids) {
    return ids.stream().map(id -> answers.getOrDefault(id, NONE)).toList();
  }
}
