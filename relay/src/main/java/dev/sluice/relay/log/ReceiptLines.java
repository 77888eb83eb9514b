package dev.sluice.relay.log;

import dev.sluice.relay.lane.Settlement.Delivery;
import java.util.List;

/** The receipts of a delivery as two texts: what all begin with, and a line for each rest. */
record ReceiptLines(String prefix, String lines) {

  static ReceiptLines of(Delivery delivery) {
    List<String> receipts = delivery.receipts();
    String prefix = line(receipts.getFirst());
    for (String receipt : receipts) {
      prefix = prefix.substring(0, common(prefix, receipt));
    }
    StringBuilder lines = new StringBuilder(receipts.size() * 12);
    for (int i = 0; i < receipts.size(); i++) {
      String receipt = line(receipts.get(i));
      lines.append(i == 0 ? "" : "\n").append(receipt, prefix.length(), receipt.length());
    }
    return new ReceiptLines(prefix, lines.toString());
  }

  private static int common(String prefix, String receipt) {
    int length = 0;
    int most = Math.min(prefix.length(), receipt.length());
    while (length < most && prefix.charAt(length) == receipt.charAt(length)) {
      length++;
    }
    // half of a character cannot be stored
    return length > 0 && Character.isHighSurrogate(prefix.charAt(length - 1)) ? length - 1 : length;
  }

  /** A broker may say anything; a text of PostgreSQL's holds no NUL, and a line no line feed. */
  private static String line(String receipt) {
    return receipt.indexOf('\n') < 0 && receipt.indexOf('\0') < 0
        ? receipt
        : receipt.replace('\n', ' ').replace('\0', ' ');
  }
}
