/** The lines that the functions write: JSON objects, some of them metrics. */
package dev.sluice.lambda.telemetry;
