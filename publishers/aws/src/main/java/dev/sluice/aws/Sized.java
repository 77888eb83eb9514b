package dev.sluice.aws;

/** A service's own request for one event, and how many bytes of a call it takes. */
public record Sized<E>(E request, int bytes) {}
