package dev.sluice.emulators;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One keep-alive connection: as much of HTTP/1.1 as an SDK speaks. The JDK's own server costs more
 * a call, and does not close a connection whenever the script says so.
 */
final class StandInConnection {

  private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(ISO_8859_1);
  private static final int LARGEST = 16 * 1024 * 1024;

  private final Socket socket;
  private final InputStream in;
  private byte[] buffer = new byte[16 * 1024];
  private int filled;

  StandInConnection(Socket socket) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
  }

  void serve(StandInDesk desk) throws IOException, InterruptedException {
    boolean open = true;
    while (open) {
      StandInRequest request = next();
      if (request == null) {
        return;
      }
      StandInReply reply = desk.answer(request);
      socket.getOutputStream().write(reply.bytes());
      open = reply.open();
    }
  }

  /** Nothing once the client has closed the connection. */
  private @Nullable StandInRequest next() throws IOException {
    int headEnd = headEnd();
    while (headEnd < 0) {
      if (!fill()) {
        return null;
      }
      headEnd = headEnd();
    }
    Head head = new Head(new String(buffer, 0, headEnd, ISO_8859_1));
    int length = head.header("Content-Length").map(Integer::parseInt).orElse(0);
    if (length > LARGEST || head.header("Transfer-Encoding").isPresent()) {
      throw new IOException("the stand-in reads bodies of up to 16 MiB whose length is announced");
    }
    int bodyStart = headEnd + 4;
    if (filled == bodyStart && length > 0 && head.header("Expect").isPresent()) {
      socket.getOutputStream().write(CONTINUE);
    }
    while (filled < bodyStart + length) {
      if (!fill()) {
        return null;
      }
    }
    byte[] body = Arrays.copyOfRange(buffer, bodyStart, bodyStart + length);
    filled -= bodyStart + length;
    System.arraycopy(buffer, bodyStart + length, buffer, 0, filled);
    return new StandInRequest(
        head.word(0),
        head.word(1),
        head.header("Host").orElse(""),
        head.header("X-Amz-Target").orElse(""),
        body);
  }

  private boolean fill() throws IOException {
    if (filled == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    int count = in.read(buffer, filled, buffer.length - filled);
    filled += Math.max(count, 0);
    return count >= 0;
  }

  private int headEnd() {
    for (int i = 3; i < filled; i++) {
      if (buffer[i] == '\n' && buffer[i - 1] == '\r' && buffer[i - 2] == '\n') {
        return i - 3;
      }
    }
    return -1;
  }

  private record Head(String text) {

    String word(int index) {
      return text.substring(0, Math.max(text.indexOf('\r'), 0)).split(" ", -1)[index];
    }

    Optional<String> header(String name) {
      for (int line = text.indexOf('\n'); line >= 0; line = text.indexOf('\n', line + 1)) {
        int colon = line + 1 + name.length();
        if (text.regionMatches(true, line + 1, name, 0, name.length())
            && text.startsWith(":", colon)) {
          int end = text.indexOf('\r', colon);
          return Optional.of(text.substring(colon + 1, end < 0 ? text.length() : end).strip());
        }
      }
      return Optional.empty();
    }
  }
}
