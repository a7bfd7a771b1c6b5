/**
 * Tests of the health endpoint.
 */
@NullMarked
package dev.hundi.api.health;

import org.jspecify.annotations.NullMarked;
