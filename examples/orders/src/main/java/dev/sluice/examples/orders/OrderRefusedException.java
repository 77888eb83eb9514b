package dev.sluice.examples.orders;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ResponseStatus;

/** Rolls the transaction back, event included. */
@ResponseStatus(HttpStatus.CONFLICT)
public class OrderRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  OrderRefusedException(String reason) {
    super(reason);
  }
}
