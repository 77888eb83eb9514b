package dev.sluice.local.demo;

/** The relay's process dies in the middle of its work, and another takes over. */
record RelayKilled() implements Act {

  @Override
  public String title() {
    return "relay killed";
  }

  @Override
  public void play(Stage stage) throws Exception {
    stage.until(0.48);
    long start = System.nanoTime();
    long killed = stage.relay().pid().orElse(0);
    stage.relay().kill();
    stage.say(
        "Process %d, the relay, is killed (SIGKILL). Its lease has to run out first."
            .formatted(killed));
    stage.awaitArrival(stage.order("with nobody there to publish it"));
    stage.say(
        "Process %d took over, %.1f s after process %d was killed."
            .formatted(stage.relay().pid().orElse(0), (System.nanoTime() - start) / 1e9, killed));
  }
}
