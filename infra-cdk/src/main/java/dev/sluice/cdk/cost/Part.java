package dev.sluice.cdk.cost;

/** The subject of a line of a bill. */
public enum Part {
  FUNCTIONS("functions"),
  DATABASE("database"),
  KAFKA("Kafka"),
  ENDPOINTS("endpoints"),
  METRICS("metrics"),
  ALARMS("alarms"),
  KEYS("keys"),
  EVENTS("events"),
  LOGS("logs");

  private final String label;

  Part(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }
}
