package dev.sluice.relay.aws;

/** What a service says of one entry of a call. */
public sealed interface EntryAnswer {

  record Taken(String receipt) implements EntryAnswer {}

  record Refused(String code) implements EntryAnswer {}
}
