package dev.sluice.emulators;

import java.util.Map;

/**
 * The fast emulator: for volume, and for whole deployments whose schedules and functions run. It
 * walks through a whole queue for each receive and each FIFO send: with many messages, empty the
 * queues while they are filled.
 */
public final class MiniStack {

  static final Program PROGRAM =
      new Program(
          "MiniStack",
          Requirements.named("ministack", "ministack", BusByArn.PATCH + ScheduledArn.PATCH),
          "ministack",
          "/_ministack/health",
          MiniStack::settings);

  private static final SharedEmulator SHARED =
      new SharedEmulator(() -> Announced.start(() -> HostEmulator.shared(PROGRAM, "")));

  private MiniStack() {}

  /** From PyPI, whether there is Docker or not. */
  public static Emulator start() {
    return Announced.start(() -> HostEmulator.start(PROGRAM, ""));
  }

  /** One for the whole build, started by its first use. */
  public static Emulator shared() {
    return SHARED.started();
  }

  private static Map<String, String> settings(int port, Program.Place place) {
    return Map.of(
        "GATEWAY_PORT",
        Integer.toString(port),
        "BIND_HOST",
        "127.0.0.1",
        // Given to the functions that it runs, so that they find it.
        "AWS_ENDPOINT_URL",
        "http://127.0.0.1:" + port,
        "STATE_DIR",
        place.state().resolve("state").toString(),
        "S3_DATA_DIR",
        place.state().resolve("s3").toString(),
        // A line in the log for each request takes a good part of its time.
        "LOG_LEVEL",
        "WARNING");
  }
}
