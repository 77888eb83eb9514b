package dev.sluice.examples.orders;

import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Knows nothing of events: that is the service's transaction. */
@RestController
@RequestMapping("/orders")
class OrderController {

  private final OrderService orders;

  OrderController(OrderService orders) {
    this.orders = orders;
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  Order place(@RequestParam String item, @RequestParam int quantity) {
    return orders.place(item, quantity);
  }

  @PutMapping("/{id}")
  Order change(@PathVariable UUID id, @RequestParam int quantity) {
    return orders.change(id, quantity);
  }
}
