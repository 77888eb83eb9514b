package dev.sluice.emulators;

/** The one Kafka broker of a build; every test has topics of its own there, and never stops it. */
public final class SharedKafka {

  /** Found once for each JVM. */
  private static final class Broker {
    static final String ADDRESS =
        new BuildService(Build.current(), "kafka")
            .address((directory, until) -> ServiceHost.start(KafkaHost.class, directory, until));
  }

  private SharedKafka() {}

  public static String bootstrapServers() {
    return Broker.ADDRESS;
  }
}
