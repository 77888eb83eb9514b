package dev.sluice.local.relay;

/**
 * Somewhere to publish to, and the queue where that arrives.
 *
 * @param stream what the streams that go there begin with
 */
record AwsPlace(String stream, String destination, String queue, boolean fifo, boolean bus) {

  String route() {
    return "{\"stream\":\"" + stream + "*\",\"destination\":\"" + destination + "\"}";
  }
}
