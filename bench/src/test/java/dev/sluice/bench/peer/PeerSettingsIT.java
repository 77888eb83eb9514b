package dev.sluice.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.local.SluiceJar;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PeerSettingsIT {

  private static final Map<String, String> ENVIRONMENT =
      Map.of("KAFKA_BOOTSTRAP_SERVERS", "localhost:9092");

  @Test
  void peersProduceWithTheRelaysSettings() throws Exception {
    Map<String, String> relay = withoutTimeLimits(relayProducer());
    assertThat(relay).containsEntry("acks", "all");
    assertThat(withoutTimeLimits(new PeerSettings(ENVIRONMENT).producer())).isEqualTo(relay);
  }

  /** The relay keeps them to itself, so the test looks into the functions' jar. */
  private static Map<?, ?> relayProducer() throws Exception {
    URL[] jar = {SluiceJar.find().toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(jar, ClassLoader.getPlatformClassLoader())) {
      Class<?> context = loader.loadClass("dev.sluice.relay.spi.PublisherContext");
      Constructor<?> constructor = context.getConstructor(Map.class, Duration.class);
      Method settings =
          loader.loadClass("dev.sluice.kafka.ProducerSettings").getDeclaredMethod("of", context);
      settings.setAccessible(true);
      return (Map<?, ?>)
          settings.invoke(null, constructor.newInstance(ENVIRONMENT, Duration.ofSeconds(10)));
    }
  }

  private static Map<String, String> withoutTimeLimits(Map<?, ?> settings) {
    Map<String, String> left = new TreeMap<>();
    settings.forEach((name, value) -> left.put(String.valueOf(name), String.valueOf(value)));
    left.keySet().removeIf(name -> name.contains("timeout") || name.equals("max.block.ms"));
    return left;
  }
}
