/** The app that {@code cdk deploy} runs: reads its configuration and composes five stacks. */
package dev.sluice.cdk.app;
