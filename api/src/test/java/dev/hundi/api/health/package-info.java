/**
 * Tests of what the application says of its health.
 */
@NullMarked
package dev.hundi.api.health;

import org.jspecify.annotations.NullMarked;
