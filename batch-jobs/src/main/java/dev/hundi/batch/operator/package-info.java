/**
 * The operators' door of this application: {@code /internal/**} on the port of health and
 * metrics, for those who have {@code hundi.operator.token}. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.batch.operator;

import org.jspecify.annotations.NullMarked;
