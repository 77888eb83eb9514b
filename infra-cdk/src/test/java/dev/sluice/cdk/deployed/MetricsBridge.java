package dev.sluice.cdk.deployed;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.cloudwatch.CloudWatchClient;
import software.amazon.awssdk.services.cloudwatch.model.Dimension;
import software.amazon.awssdk.services.cloudwatch.model.MetricDatum;
import software.amazon.awssdk.services.cloudwatch.model.PutMetricDataRequest;

/**
 * What AWS does by itself and MiniStack does not: metrics in a function's log reach CloudWatch, and
 * a queue counts what arrives in it. Adds nothing and leaves nothing out.
 */
final class MetricsBridge implements AutoCloseable {

  private static final int TICK_SECONDS = 1;
  private static final int TICKS_BETWEEN_QUEUES = 5;

  private final AwsClients aws;
  private final List<String> logGroups;
  private final String queueUrl;
  private final List<CloudWatchClient> told;
  private final Map<String, Integer> taken = new HashMap<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread = Thread.ofVirtual().name("metrics-bridge").unstarted(this::run);
  private int depth;
  private volatile @Nullable RuntimeException failure;

  private MetricsBridge(
      AwsClients aws, List<String> logGroups, String queueUrl, List<CloudWatchClient> told) {
    this.aws = aws;
    this.logGroups = logGroups;
    this.queueUrl = queueUrl;
    this.told = told;
  }

  /**
   * @param queueUrl of a queue that counts
   * @param told where the metrics go
   */
  static MetricsBridge start(
      AwsClients aws, List<String> logGroups, String queueUrl, List<CloudWatchClient> told) {
    MetricsBridge bridge = new MetricsBridge(aws, logGroups, queueUrl, told);
    bridge.thread.start();
    return bridge;
  }

  private void run() {
    try {
      for (int tick = 0; !closing.await(TICK_SECONDS, TimeUnit.SECONDS); tick++) {
        logGroups.forEach(this::forward);
        if (tick % TICKS_BETWEEN_QUEUES == 0) {
          countArrivals();
        }
      }
    } catch (RuntimeException e) {
      failure = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void forward(String logGroup) {
    Map<String, Integer> seen = new HashMap<>();
    for (FunctionLogs.Line line : aws.logs().lines(logGroup)) {
      int number = seen.merge(line.stream(), 1, Integer::sum);
      if (number > taken.getOrDefault(line.stream(), 0)) {
        EmfLine.requests(line.text()).forEach(this::tell);
      }
    }
    taken.putAll(seen);
  }

  /** A letter more than before has arrived: none leaves the queue while another arrives. */
  private void countArrivals() {
    String name = queueUrl.substring(queueUrl.lastIndexOf('/') + 1);
    int now = Mailbox.depth(aws, queueUrl);
    MetricDatum arrived =
        MetricDatum.builder()
            .metricName("NumberOfMessagesSent")
            .dimensions(Dimension.builder().name("QueueName").value(name).build())
            .value((double) Math.max(0, now - depth))
            .build();
    depth = now;
    tell(PutMetricDataRequest.builder().namespace("AWS/SQS").metricData(arrived).build());
  }

  private void tell(PutMetricDataRequest request) {
    told.forEach(client -> client.putMetricData(request));
  }

  @Override
  public void close() {
    closing.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    RuntimeException broken = failure;
    if (broken != null) {
      throw new IllegalStateException("metrics were not carried over", broken);
    }
  }
}
