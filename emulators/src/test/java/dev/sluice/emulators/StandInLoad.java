package dev.sluice.emulators;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A client that costs next to nothing: the same bytes again and again, 10 entries with 8 attributes
 * each. What is measured with it is the stand-in. {@code main} takes port, service, threads and
 * calls, for a stand-in in a process of its own.
 */
record StandInLoad(int port, byte[] request, int threads, int calls) {

  private static final String TOPIC = "arn:aws:sns:us-east-1:000000000000:load";

  static StandInLoad sns(int port, int threads, int calls) {
    StringBuilder form = new StringBuilder("Action=PublishBatch&Version=2010-03-31&TopicArn=");
    form.append(encoded(TOPIC));
    for (int n = 1; n <= 10; n++) {
      String member = "&PublishBatchRequestEntries.member." + n;
      form.append(member).append(".Id=").append(n);
      form.append(member).append(".Message=").append(encoded(body(n)));
      for (int a = 1; a <= 8; a++) {
        String entry = member + ".MessageAttributes.entry." + a;
        form.append(entry).append(".Name=attribute").append(a);
        form.append(entry).append(".Value.DataType=String");
        form.append(entry).append(".Value.StringValue=").append(encoded("value of " + a));
      }
    }
    return new StandInLoad(port, http(form.toString(), "X-Other: none"), threads, calls);
  }

  static StandInLoad sqs(int port, int threads, int calls) {
    List<String> entries = new ArrayList<>();
    for (int n = 1; n <= 10; n++) {
      List<String> attributes = new ArrayList<>();
      for (int a = 1; a <= 8; a++) {
        attributes.add(
            "\"attribute%d\":{\"DataType\":\"String\",\"StringValue\":\"value of %d\"}"
                .formatted(a, a));
      }
      entries.add(
          "{\"Id\":\"%d\",\"MessageBody\":\"%s\",\"MessageAttributes\":{%s}}"
              .formatted(n, body(n).replace("\"", "\\\""), String.join(",", attributes)));
    }
    String body =
        "{\"QueueUrl\":\"" + TOPIC + "\",\"Entries\":[" + String.join(",", entries) + "]}";
    return new StandInLoad(
        port, http(body, "X-Amz-Target: AmazonSQS.SendMessageBatch"), threads, calls);
  }

  /** Calls per second. */
  double run() throws InterruptedException, ExecutionException {
    long start = System.nanoTime();
    try (ExecutorService workers = Executors.newFixedThreadPool(threads)) {
      AtomicLong left = new AtomicLong(calls);
      List<Future<?>> running = new ArrayList<>();
      for (int n = 0; n < threads; n++) {
        running.add(
            workers.submit(
                () -> {
                  call(left);
                  return null;
                }));
      }
      for (Future<?> worker : running) {
        worker.get();
      }
    }
    return calls / ((System.nanoTime() - start) / 1e9);
  }

  private void call(AtomicLong left) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setTcpNoDelay(true);
      byte[] answer = new byte[64 * 1024];
      while (left.getAndDecrement() > 0) {
        socket.getOutputStream().write(request);
        int read = socket.getInputStream().read(answer);
        if (read < 0 || !new String(answer, 0, 12, ISO_8859_1).endsWith("200")) {
          throw new IOException("no success: " + new String(answer, 0, Math.max(read, 0), UTF_8));
        }
      }
    }
  }

  private static byte[] http(String body, String header) {
    byte[] bytes = body.getBytes(UTF_8);
    String head =
        "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\nContent-Length: %d\r\n\r\n"
            .formatted(header, bytes.length);
    return (head + body).getBytes(UTF_8);
  }

  private static String body(int n) {
    return "{\"orderId\":\"order-%d\",\"text\":\"%s\"}".formatted(n, "abcdefghi ".repeat(25));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  public static void main(String[] arguments) throws InterruptedException, ExecutionException {
    int port = Integer.parseInt(arguments[0]);
    int threads = Integer.parseInt(arguments[2]);
    int calls = Integer.parseInt(arguments[3]);
    StandInLoad load =
        arguments[1].equals("sns") ? sns(port, threads, calls) : sqs(port, threads, calls);
    System.out.printf("%s: %.0f calls a second%n", arguments[1], load.run());
  }
}
