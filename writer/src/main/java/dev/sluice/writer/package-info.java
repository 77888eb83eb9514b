/**
 * Appends events to the transactional outbox on the caller's own JDBC connection: {@link
 * dev.sluice.writer.Outbox} for those who write, {@link dev.sluice.writer.Inbox} for those who
 * consume.
 */
@NullMarked
package dev.sluice.writer;

import org.jspecify.annotations.NullMarked;
