/** What the functions tell the people who run them: JSON lines, some of them metrics. */
package dev.sluice.lambda.telemetry;
