/** The functions: they alone read the environment and put the parts together. */
package dev.sluice.lambda;
