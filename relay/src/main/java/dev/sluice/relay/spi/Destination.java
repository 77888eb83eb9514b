package dev.sluice.relay.spi;

/**
 * Where a stream's events go and how they look there: {@code kafka:orders} has the scheme {@code
 * kafka}, which picks the provider, and the target {@code orders}.
 */
public record Destination(String scheme, String target, Format format, boolean ordered) {

  public static Destination parse(String uri, Format format, boolean ordered) {
    int colon = uri.indexOf(':');
    if (colon < 1 || colon == uri.length() - 1) {
      throw new IllegalArgumentException(
          "'" + uri + "' is not a destination; write <scheme>:<target>, such as kafka:orders");
    }
    return new Destination(uri.substring(0, colon), uri.substring(colon + 1), format, ordered);
  }

  /** The name that the database, the logs and the metrics know it by. */
  public String uri() {
    return scheme + ":" + target;
  }
}
