/**
 * What this module's tests share: a real Kafka broker, rows to stream and short waits.
 */
@NullMarked
package dev.hundi.stream.testing;

import org.jspecify.annotations.NullMarked;
