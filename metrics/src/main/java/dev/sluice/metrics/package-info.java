/** The metrics that the functions write, by name, and nothing about how. */
package dev.sluice.metrics;
