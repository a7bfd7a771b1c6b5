/**
 * Startup of every application: checks its {@code hundi.*} keys, waits for PostgreSQL and
 * for the schema. Also the migration itself, which is a program of its own, the roles
 * that applications log in as, and the commands {@code ./hundi keys} and {@code audit}.
 * Owns no table but Flyway's own.
 */
@NullMarked
package dev.hundi.startup;

import org.jspecify.annotations.NullMarked;
