/** What the synthesised templates cost a month, and nothing of how they were made. */
package dev.sluice.cdk.cost;
