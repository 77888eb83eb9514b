package dev.sluice.local;

/** A function that answers one event after the other, wherever it runs. */
interface AskedFunction extends AutoCloseable {

  Answer ask(String event);

  @Override
  void close();

  static AskedFunction of(LocalLambda function) {
    return new AskedFunction() {
      @Override
      public Answer ask(String event) {
        return function.invokeAndWait(event);
      }

      @Override
      public void close() {
        function.close();
      }
    };
  }
}
