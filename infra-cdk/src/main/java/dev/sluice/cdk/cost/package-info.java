/** The monthly cost of synthesised templates, however they were made. */
package dev.sluice.cdk.cost;
