package dev.sluice.lambda;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.sluice.aws.sqs.QueueSweep;
import dev.sluice.aws.sqs.QueueSweep.Letter;
import dev.sluice.aws.sqs.QueueSweep.Swept;
import dev.sluice.relay.config.Subscription;
import dev.sluice.relay.ops.move.DeadLetterQueue;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The dead-letter queue in SQS. Messages that are not the relay's are left alone. */
record DeadLetterSweep(QueueSweep queue) implements DeadLetterQueue {

  @Override
  public Removal removeStale(Function<List<Copy>, List<Boolean>> stale, Supplier<Duration> left) {
    Swept swept = queue.run(letters -> judge(letters, stale), left);
    return new Removal(swept.removed(), swept.complete(), swept.problem());
  }

  private static List<Boolean> judge(
      List<Letter> letters, Function<List<Copy>, List<Boolean>> stale) {
    List<Optional<Copy>> copies = letters.stream().map(DeadLetterSweep::copy).toList();
    int[] ours = IntStream.range(0, copies.size()).filter(i -> copies.get(i).isPresent()).toArray();
    List<Boolean> verdicts = new ArrayList<>(Collections.nCopies(copies.size(), false));
    if (ours.length > 0) {
      List<Boolean> judged = stale.apply(copies.stream().flatMap(Optional::stream).toList());
      for (int i = 0; i < ours.length; i++) {
        verdicts.set(ours[i], judged.get(i));
      }
    }
    return verdicts;
  }

  /** Empty if the message is not one of the relay. */
  private static Optional<Copy> copy(Letter letter) {
    try {
      Map<String, Object> fields = JSON.std.mapFrom(letter.body());
      UUID id = UUID.fromString(String.valueOf(fields.get("id")));
      String subscription = String.valueOf(fields.getOrDefault("subscription", Subscription.MAIN));
      return Subscription.mayBe(subscription)
          ? Optional.of(new Copy(subscription, id, seq(fields.get("seq")), letter.sentAt()))
          : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static long seq(@Nullable Object text) {
    return text == null ? 0 : Long.parseLong(text.toString());
  }
}
