/** Consumers with a real broker. */
@NullMarked
package dev.hundi.stream.kafka;

import org.jspecify.annotations.NullMarked;
