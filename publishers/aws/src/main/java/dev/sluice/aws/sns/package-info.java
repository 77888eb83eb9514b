/** Publishes to SNS topics, standard and FIFO. */
package dev.sluice.aws.sns;
