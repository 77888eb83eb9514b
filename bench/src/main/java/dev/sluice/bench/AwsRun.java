package dev.sluice.bench;

/** A run, and what the stand-in saw of it. */
record AwsRun(Run run, CallCounts counts) {}
