/**
 * What SNS, SQS and EventBridge have in common: entries packed into calls, many calls in flight,
 * and an answer for each entry.
 */
package dev.sluice.aws;
