@NullMarked
package dev.sluice.writer;

import org.jspecify.annotations.NullMarked;
