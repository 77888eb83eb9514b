package dev.sluice.relay.lane;

import java.util.List;

/**
 * What one page brought of a strand. A batch without events still moves its strand: it may be the
 * end of a window.
 */
record Batch(Strand strand, Position from, Position to, List<LogEvent> events) {}
