package dev.sluice.local;

/** A function that answers one event after the other, wherever it runs. */
interface AskedFunction extends AutoCloseable {

  Answer invokeAndWait(String event);

  @Override
  void close();
}
