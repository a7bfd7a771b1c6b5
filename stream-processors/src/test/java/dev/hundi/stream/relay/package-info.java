/** The change stream with a real PostgreSQL and a real Kafka. */
@NullMarked
package dev.hundi.stream.relay;

import org.jspecify.annotations.NullMarked;
