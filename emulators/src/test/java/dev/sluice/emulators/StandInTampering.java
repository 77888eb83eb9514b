package dev.sluice.emulators;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.sync.RequestBody;

/** Changes a word of a request, but not its length, which is in the head already. */
record StandInTampering(String sent, String received) implements ExecutionInterceptor {

  static ExecutionInterceptor replacing(String sent, String received) {
    assertThat(received.getBytes(UTF_8)).hasSameSizeAs(sent.getBytes(UTF_8));
    return new StandInTampering(sent, received);
  }

  @Override
  public Optional<RequestBody> modifyHttpContent(
      Context.ModifyHttpRequest context, ExecutionAttributes attributes) {
    return context.requestBody().map(this::tampered);
  }

  private RequestBody tampered(RequestBody body) {
    try (InputStream stream = body.contentStreamProvider().newStream()) {
      String text = new String(stream.readAllBytes(), UTF_8);
      assertThat(text).contains(sent);
      return RequestBody.fromString(text.replace(sent, received));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
