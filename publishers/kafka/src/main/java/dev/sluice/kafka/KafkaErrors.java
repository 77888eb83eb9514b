package dev.sluice.kafka;

import dev.sluice.relay.spi.PublishOutcome;
import dev.sluice.relay.spi.PublishOutcome.Rejected;
import dev.sluice.relay.spi.PublishOutcome.Retryable;
import dev.sluice.relay.spi.PublishOutcome.Unavailable;
import java.time.Duration;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidMetadataException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.NotEnoughReplicasAfterAppendException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.ThrottlingQuotaExceededException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** What a failed send says about the event or about the topic; by class, for messages change. */
final class KafkaErrors {

  static final String AUTHORIZATION = "AUTHORIZATION";
  static final String OUTAGE = "OUTAGE";
  static final String UNKNOWN_TOPIC = "UNKNOWN_TOPIC";

  private KafkaErrors() {}

  /** The producer was closed, or the thread that sends was interrupted: nobody's fault. */
  static boolean isEndOfProducer(Exception failure, boolean open) {
    return failure instanceof IllegalStateException
        || failure instanceof InterruptException
        || (isUnexplained(failure) && !open);
  }

  /** The record failed with its producer, or because of another record of its batch. */
  private static boolean isUnexplained(Exception failure) {
    return failure.getClass() == KafkaException.class
        && !(failure.getCause() instanceof ApiException);
  }

  /** The producer splits a batch with this failure until each record is alone. */
  static boolean isOfOneRecord(Exception failure) {
    return failure instanceof RecordTooLargeException;
  }

  static PublishOutcome outcome(String topic, Exception failure) {
    return switch (failure) {
      case KafkaException e when isInvalidRecord(e) ->
          new Rejected("INVALID_RECORD", "topic " + topic + " refuses it: " + name(failure));
      case RecordBatchTooLargeException ignored ->
          new Rejected("TOO_LARGE", "it is larger than segment.bytes of topic " + topic);
      case KafkaException e when isUnauthorized(e) -> unauthorized(topic, failure);
      case InvalidTopicException ignored ->
          new Unavailable("INVALID_TOPIC", "'" + topic + "' is no topic that the brokers accept");
      case UnknownTopicOrPartitionException ignored -> unknownTopic(topic);
      case TimeoutException e when e.getCause() instanceof UnknownTopicOrPartitionException ->
          unknownTopic(topic);
      case KafkaException e when isOutage(e) -> outage(topic, name(failure));
      case KafkaException e
          when e.getClass() == KafkaException.class && e.getCause() instanceof ApiException cause ->
          outcome(topic, cause);
      case KafkaException e when isUnexplained(e) ->
          new Retryable("KafkaException", "topic " + topic + " failed it without a reason");
      default -> new Retryable(name(failure), "topic " + topic + " answered " + name(failure));
    };
  }

  private static boolean isInvalidRecord(KafkaException failure) {
    return failure instanceof InvalidRecordException
        || failure instanceof InvalidTimestampException
        || failure instanceof SerializationException;
  }

  private static boolean isUnauthorized(KafkaException failure) {
    return failure instanceof AuthorizationException || failure instanceof AuthenticationException;
  }

  private static boolean isOutage(KafkaException failure) {
    return failure instanceof TimeoutException
        || failure instanceof DisconnectException
        || failure instanceof InvalidMetadataException
        || failure instanceof NotEnoughReplicasException
        || failure instanceof NotEnoughReplicasAfterAppendException
        || failure instanceof ThrottlingQuotaExceededException;
  }

  /** Found out before sending where it exceeds the producer's limit, otherwise by the broker. */
  static Rejected tooLarge(String topic, long size, long maxRequestSize) {
    return new Rejected(
        "TOO_LARGE",
        size > maxRequestSize
            ? "it takes " + size + " bytes, KAFKA_MAX_REQUEST_SIZE allows " + maxRequestSize
            : "it takes " + size + " bytes, more than max.message.bytes of topic " + topic);
  }

  /** What the producer cannot get over; a new one may find other credentials or another broker. */
  static boolean endsProducer(Exception failure) {
    return switch (failure) {
      case TopicAuthorizationException ignored -> false;
      case OutOfOrderSequenceException ignored -> true;
      case UnsupportedVersionException ignored -> true;
      case KafkaException e when isUnauthorized(e) -> true;
      case KafkaException e -> e.getCause() instanceof ApiException cause && endsProducer(cause);
      default -> false;
    };
  }

  /** The brokers' names do not resolve, or the login or a key store cannot be set up. */
  static Unavailable unbuildable(String topic, KafkaException failure) {
    String detail =
        failure.getCause() instanceof Exception cause
            ? name(cause) + (cause instanceof ConfigException ? ": " + cause.getMessage() : "")
            : name(failure);
    return new Unavailable(
        "CONFIGURATION",
        "no producer for topic " + topic + " can be made of the KAFKA_ settings: " + detail);
  }

  static Unavailable outage(String topic, String what) {
    return new Unavailable(OUTAGE, "topic " + topic + " cannot be written to at present: " + what);
  }

  static Unavailable noAcknowledgement(String topic, Duration time) {
    return outage(topic, "no acknowledgement in " + time.toMillis() + " ms");
  }

  static Unavailable unknownTopic(String topic) {
    return new Unavailable(
        UNKNOWN_TOPIC, "topic " + topic + " does not exist, and the brokers did not create it");
  }

  private static Unavailable unauthorized(String topic, Exception failure) {
    return new Unavailable(
        AUTHORIZATION,
        "not allowed to write to topic "
            + topic
            + " ("
            + name(failure)
            + "); it takes"
            + " kafka-cluster:Connect and kafka-cluster:WriteDataIdempotently on the cluster,"
            + " kafka-cluster:DescribeTopic and kafka-cluster:WriteData on the topic,"
            + " or the ACLs DESCRIBE and WRITE");
  }

  static String name(Exception failure) {
    return failure.getClass().getSimpleName();
  }
}
