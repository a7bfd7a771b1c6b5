/**
 * The health of the dependencies of this process, for {@code /actuator/health}. Owns no
 * table and no topic.
 */
@NullMarked
package dev.hundi.api.health;

import org.jspecify.annotations.NullMarked;
