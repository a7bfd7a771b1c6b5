/**
 * What every application does before it works: its {@code hundi.*} keys are known,
 * PostgreSQL answers, the schema is migrated. Owns no table but Flyway's own.
 */
@NullMarked
package dev.hundi.startup;

import org.jspecify.annotations.NullMarked;
