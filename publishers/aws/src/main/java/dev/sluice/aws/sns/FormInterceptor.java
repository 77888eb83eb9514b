package dev.sluice.aws.sns;

import java.io.ByteArrayInputStream;
import java.util.Optional;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttribute;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * Writes a request's three hundred parameters into its body before the SDK does, which spends a
 * quarter of its time on that. The SDK lets a request that has a body pass.
 */
final class FormInterceptor implements ExecutionInterceptor {

  private static final String CONTENT_TYPE = "application/x-www-form-urlencoded; charset=utf-8";

  /** Of the body, once it is written. */
  private static final ExecutionAttribute<Integer> LENGTH =
      new ExecutionAttribute<>("SluiceFormLength");

  /** Asked before {@link #modifyHttpRequest}, with the same context. */
  @Override
  public Optional<RequestBody> modifyHttpContent(
      Context.ModifyHttpRequest context, ExecutionAttributes attributes) {
    if (!carriesForm(context)) {
      return context.requestBody();
    }
    FormBytes form = new FormBytes();
    context
        .httpRequest()
        .forEachRawQueryParameter(
            (name, values) -> values.forEach(value -> form.add(name, value == null ? "" : value)));
    byte[] body = form.finish();
    attributes.putAttribute(LENGTH, body.length);
    return Optional.of(
        RequestBody.fromContentProvider(
            () -> new ByteArrayInputStream(body), body.length, CONTENT_TYPE));
  }

  @Override
  public SdkHttpRequest modifyHttpRequest(
      Context.ModifyHttpRequest context, ExecutionAttributes attributes) {
    Integer length = attributes.getAttribute(LENGTH);
    return length == null
        ? context.httpRequest()
        : context
            .httpRequest()
            .copy(
                builder ->
                    builder
                        .clearQueryParameters()
                        .putHeader("Content-Length", length.toString())
                        .putHeader("Content-Type", CONTENT_TYPE));
  }

  private static boolean carriesForm(Context.ModifyHttpRequest context) {
    return context.requestBody().isEmpty() && context.httpRequest().numRawQueryParameters() > 0;
  }
}
