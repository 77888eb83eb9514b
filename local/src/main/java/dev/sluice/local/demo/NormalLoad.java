package dev.sluice.local.demo;

/** Nothing goes wrong. */
record NormalLoad() implements Act {

  @Override
  public String title() {
    return "normal load";
  }

  @Override
  public void play(Stage stage) throws InterruptedException {
    stage.say(
        "%d threads place orders, each with its event in one transaction; one of %d rolls back."
            .formatted(OrderService.THREADS, OrderService.ROLLS_BACK));
    stage.await("the relay's first event", stage.traffic()::hasArrived);
    stage.timeline().begin();
    stage.orders().goAtFullPace();
    stage.operator().open();
    stage.await("the relay catches up", () -> stage.gauge().latest().owed() < 100);
    stage.traffic().calmBegins();
    stage.until(0.22);
    stage.traffic().calmEnds();
  }
}
