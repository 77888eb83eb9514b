package dev.sluice.emulators;

/**
 * One HTTP request.
 *
 * @param host how the client calls the stand-in: 127.0.0.1 and a port
 * @param operation the header X-Amz-Target, such as AmazonSQS.SendMessageBatch, or nothing
 */
record StandInRequest(String method, String path, String host, String operation, byte[] body) {

  /** What follows the last dot of the header: SendMessageBatch. */
  String action() {
    return operation.substring(operation.lastIndexOf('.') + 1);
  }
}
