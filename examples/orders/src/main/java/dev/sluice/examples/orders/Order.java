package dev.sluice.examples.orders;

import java.util.UUID;

/**
 * An order, and what its events say.
 *
 * @param version 1 when it is placed, one more for each change
 */
public record Order(UUID id, String item, int quantity, int version) {

  static Order placed(String item, int quantity) {
    return new Order(UUID.randomUUID(), item, quantity, 1);
  }

  Order changed(int newQuantity) {
    return new Order(id, item, newQuantity, version + 1);
  }
}
