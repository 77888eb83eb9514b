package dev.sluice.local.aws;

/**
 * Somewhere to publish to, and the queue where that arrives.
 *
 * @param stream what the streams that go there begin with
 */
public record AwsPlace(String stream, String destination, String queue, boolean fifo, boolean bus) {

  public String route() {
    return "{\"stream\":\"" + stream + "*\",\"destination\":\"" + destination + "\"}";
  }
}
