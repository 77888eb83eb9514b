package dev.sluice.lambda;

import dev.sluice.relay.ops.Command;
import dev.sluice.relay.ops.request.RefusedException;
import java.util.List;

/**
 * By which name the function was invoked. Lambda says so, and IAM grants the invocation of a name,
 * so an alias is a permission: one may change the outbox. Every other name only looks, such as a
 * version's or the bare function's, which is what is granted by mistake.
 */
record InvokedAlias(String arn) {

  private static final String CHANGING = "live";

  /** {@code arn:aws:lambda:<region>:<account>:function:<name>}, and a qualifier behind it. */
  private static final int PARTS = 7;

  void require(Command command, String action) {
    if (command.changes() && !arn.equals(changing())) {
      throw new RefusedException(
          action,
          List.of("it changes the outbox, and " + arn + " only looks; invoke " + changing()));
    }
  }

  /** The same function by the alias that may change. */
  String changing() {
    List<String> parts = List.of(arn.split(":", -1));
    return String.join(":", parts.subList(0, Math.min(parts.size(), PARTS))) + ":" + CHANGING;
  }
}
