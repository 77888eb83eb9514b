package dev.sluice.emulators;

/** A message group of a topic or queue. */
public record StandInGroup(String target, String groupId) {}
