/**
 * Authenticates calls of the operator API {@code /internal/**}, which is served on the
 * port of health and metrics, by {@code hundi.operator.token}. Owns no table and no
 * topic.
 */
@NullMarked
package dev.hundi.batch.operator;

import org.jspecify.annotations.NullMarked;
