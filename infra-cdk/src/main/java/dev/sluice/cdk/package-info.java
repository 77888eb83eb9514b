/**
 * The parts of a Sluice on AWS, for apps of one's own: {@link dev.sluice.cdk.Sluice} is the whole.
 */
package dev.sluice.cdk;
