/**
 * Startup of every application: checks its {@code hundi.*} keys, waits for PostgreSQL,
 * migrates the schema. Owns no table but Flyway's own.
 */
@NullMarked
package dev.hundi.startup;

import org.jspecify.annotations.NullMarked;
