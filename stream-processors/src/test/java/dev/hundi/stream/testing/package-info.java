/** Shared by the tests of this module: a real Kafka broker, rows and processes. */
@NullMarked
package dev.hundi.stream.testing;

import org.jspecify.annotations.NullMarked;
