/**
 * What this process needs to serve, each part by its name in {@code /actuator/health}.
 * Owns no table and no topic.
 */
@NullMarked
package dev.hundi.api.health;

import org.jspecify.annotations.NullMarked;
