/**
 * Shared test support: one real PostgreSQL per test JVM and builders of test data.
 */
@NullMarked
package dev.hundi.testing;

import org.jspecify.annotations.NullMarked;
