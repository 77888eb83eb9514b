package dev.sluice.aws;

import dev.sluice.relay.spi.Destination;
import dev.sluice.relay.spi.OutboxMessage;
import java.util.List;

/** In what the services differ. */
public interface BatchService<E> extends AutoCloseable {

  /**
   * The event as the service takes it.
   *
   * @param id unlike that of any other entry of the same call
   * @throws UnfitException if it cannot be put that way
   */
  Sized<E> entry(Destination destination, OutboxMessage message, String id) throws UnfitException;

  /**
   * One call; one answer per entry, in the same order.
   *
   * @throws software.amazon.awssdk.core.exception.SdkException if there is none
   */
  List<EntryAnswer> send(Destination destination, List<E> entries);

  /** Builds the client of the destination's region. */
  void prepare(Destination destination);

  /**
   * Whether the destination is there.
   *
   * @throws software.amazon.awssdk.core.exception.SdkException if it is not
   */
  void look(Destination destination);

  /** What the function needs to be allowed for a look. */
  String lookPermission();

  /** Calls succeed although the destination is missing, so somebody must look before the first. */
  default boolean dropsInSilence() {
    return false;
  }

  /** How people call the thing: "queue https://...". */
  String name(Destination destination);

  /** What the function needs to be allowed. */
  String permissions();

  @Override
  void close();
}
