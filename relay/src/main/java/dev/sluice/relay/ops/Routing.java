package dev.sluice.relay.ops;

/** What the routes say of a stream. */
public interface Routing {

  /** Where it goes; the empty text if nobody knows. */
  String destination(String stream);

  /** A failed event of it holds back the later ones of its key. */
  boolean ordered(String stream);

  /** So does a dead one. */
  boolean blocks(String stream);
}
