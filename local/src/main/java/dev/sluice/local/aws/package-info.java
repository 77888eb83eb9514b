/** Topics, buses and queues on an emulator of the AWS APIs, and consumers of what arrives there. */
@NullMarked
package dev.sluice.local.aws;

import org.jspecify.annotations.NullMarked;
