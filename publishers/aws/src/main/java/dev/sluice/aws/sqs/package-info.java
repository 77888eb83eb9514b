/** Publishes to SQS queues, standard and FIFO. */
package dev.sluice.aws.sqs;
