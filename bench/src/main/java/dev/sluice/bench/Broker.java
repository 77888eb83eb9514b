package dev.sluice.bench;

/** Receives the events of a run, and counts them. */
interface Broker extends AutoCloseable {

  /** Where functions find it. */
  String endpoint();

  /** Of its process. */
  long pid();

  /** Before every run: what came before need not be kept. */
  void forget();

  Taken taken();

  @Override
  void close();
}
