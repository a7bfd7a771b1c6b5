/**
 * Shared test fixtures: one PostgreSQL server per test JVM, embedded or in a container,
 * and builders for businesses in it.
 */
@NullMarked
package dev.hundi.testing;

import org.jspecify.annotations.NullMarked;
