package dev.sluice.cdk.cost;

/**
 * A part of a bill.
 *
 * @param dollars a month
 */
public record Line(Part part, String what, double dollars) {}
