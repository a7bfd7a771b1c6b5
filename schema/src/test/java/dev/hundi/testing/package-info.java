/**
 * What the modules' tests share: one real PostgreSQL for each test JVM and quick ways to
 * put businesses into it.
 */
@NullMarked
package dev.hundi.testing;

import org.jspecify.annotations.NullMarked;
