package dev.sluice.emulators;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Passes on what is printed, and tells each line that holds a planted secret. */
final class LeakWatch extends FilterOutputStream {

  private final Consumer<String> leak;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  LeakWatch(OutputStream to, Consumer<String> leak) {
    super(to);
    this.leak = leak;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
    out.write(bytes, offset, length);
    for (int i = offset; i < offset + length; i++) {
      if (bytes[i] == '\n') {
        judge();
      } else {
        line.write(bytes[i]);
      }
    }
  }

  private void judge() {
    String text = line.toString(StandardCharsets.UTF_8);
    line.reset();
    if (Planted.in(text)) {
      leak.accept(text);
    }
  }
}
