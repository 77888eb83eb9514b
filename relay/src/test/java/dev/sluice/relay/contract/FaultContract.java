package dev.sluice.relay.contract;

import org.junit.jupiter.api.AfterEach;

/** What only a stand-in can be told to do, and what costs events wherever it is done badly. */
public interface FaultContract
    extends RefusalContract, OutageContract, PartialFailureRules, ThrottlingRules, LostAnswerRules {

  @Override
  ScriptedBroker broker();

  @AfterEach
  default void mend() {
    broker().mend();
  }
}
