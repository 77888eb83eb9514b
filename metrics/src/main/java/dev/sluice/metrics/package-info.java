/** What the functions tell CloudWatch, by name, and nothing about how. */
package dev.sluice.metrics;
