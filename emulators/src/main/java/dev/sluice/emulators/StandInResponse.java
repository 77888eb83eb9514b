package dev.sluice.emulators;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Map;

/** One HTTP response, before it becomes bytes. */
record StandInResponse(int status, String contentType, Map<String, String> headers, byte[] body) {

  StandInResponse(int status, String contentType, byte[] body) {
    this(status, contentType, Map.of(), body);
  }

  /** Head and body in one array: two writes would be two packets, and the second may wait. */
  byte[] bytes() {
    StringBuilder head = new StringBuilder(256);
    head.append("HTTP/1.1 ").append(status).append(" .\r\nContent-Type: ").append(contentType);
    headers.forEach((name, value) -> head.append("\r\n").append(name).append(": ").append(value));
    head.append("\r\nContent-Length: ").append(body.length).append("\r\n\r\n");
    byte[] start = head.toString().getBytes(ISO_8859_1);
    byte[] all = new byte[start.length + body.length];
    System.arraycopy(start, 0, all, 0, start.length);
    System.arraycopy(body, 0, all, start.length, body.length);
    return all;
  }
}
