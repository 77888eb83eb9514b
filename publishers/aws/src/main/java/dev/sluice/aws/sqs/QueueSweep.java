package dev.sluice.aws.sqs;

import dev.sluice.aws.AwsConnection;
import dev.sluice.relay.spi.PublisherContext;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Walks a whole queue once and deletes the messages that it is told to; the others stay. */
public final class QueueSweep {

  /** The connection gives up after a quarter of it, which leaves room for a long poll. */
  private static final Duration CALL = Duration.ofSeconds(20);

  private final String url;
  private final Map<String, String> environment;

  public QueueSweep(String url, Map<String, String> environment) {
    this.url = url;
    this.environment = Map.copyOf(environment);
  }

  /** One message. */
  public record Letter(String body, Instant sentAt) {}

  /**
   * @param removed messages
   * @param complete false if time was up, or the queue handed out no more before its end
   * @param problem what went wrong; the empty text if nothing did
   */
  public record Swept(long removed, boolean complete, String problem) {}

  /**
   * @param stale for each message in turn, whether to delete it; called by several threads
   * @param left how much time; nothing new is begun when there is none
   */
  public Swept run(Function<List<Letter>, List<Boolean>> stale, Supplier<Duration> left) {
    try (AwsConnection connection = AwsConnection.open(new PublisherContext(environment, CALL));
        SqsClient sqs = connection.client("SQS", SqsClient.builder(), QueueUrl.region(url))) {
      return new DeadLetterScan(new SqsQueue(sqs, url), stale, left).run();
    } catch (RuntimeException e) {
      return new Swept(0, true, DeadLetterScan.problem(url, e)); // the client could not be built
    }
  }
}
