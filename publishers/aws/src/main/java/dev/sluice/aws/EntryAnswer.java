package dev.sluice.aws;

/** The answer of a service to one entry of a call. */
public sealed interface EntryAnswer {

  record Taken(String receipt) implements EntryAnswer {}

  /**
   * @param senderFault the service says that the event is at fault, and not the service
   */
  record Refused(String code, boolean senderFault) implements EntryAnswer {}
}
