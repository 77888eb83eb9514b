package dev.sluice.local.demo;

/** Something that happens to the running system; it throws when what was to follow did not. */
interface Act {

  String title();

  /** Says what it does in sentences, through the stage. */
  void play(Stage stage) throws Exception;
}
