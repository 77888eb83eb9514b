package dev.sluice.examples.orders;

import dev.sluice.writer.Outbox;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A service as Spring's own guides would have it; the one bean more is the outbox. */
@SpringBootApplication
public class OrdersApplication {

  public static void main(String[] arguments) {
    SpringApplication.run(OrdersApplication.class, arguments);
  }

  @Bean
  Outbox outbox() {
    return Outbox.create();
  }
}
