package dev.sluice.local.relay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.local.Answer;
import dev.sluice.local.Answer.Answered;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** What an invocation says that it did. */
final class Reports {

  private Reports() {}

  static Map<String, Object> of(Answer answer) {
    assertThat(answer).isInstanceOf(Answered.class);
    try {
      return JSON.std.mapFrom(((Answered) answer).json());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static long number(Answer answer, String name) {
    return of(answer).get(name) instanceof Number number ? number.longValue() : -1;
  }
}
