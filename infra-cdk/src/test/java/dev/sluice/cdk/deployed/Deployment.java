package dev.sluice.cdk.deployed;

/** A way to bring an outbox up: by CDK, by SAM. */
interface Deployment extends AutoCloseable {

  /** A second time it repairs or changes what is there. */
  Attempt deploy() throws InterruptedException;

  /** The stack that migrates the database. */
  String stack();

  /** Once it is deployed. */
  DeployedOutbox outbox();

  @Override
  void close();

  /** What came of it, and what the tool said meanwhile. */
  record Attempt(boolean succeeded, String output) {}
}
