/** How fast Sluice drains an outbox, and what that costs, beside its peers. */
@NullMarked
package dev.sluice.bench;

import org.jspecify.annotations.NullMarked;
