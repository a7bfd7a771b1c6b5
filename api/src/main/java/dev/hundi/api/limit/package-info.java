/**
 * How many requests of each kind a key may send. Counted in this process's memory alone;
 * owns no table and no topic.
 */
@NullMarked
package dev.hundi.api.limit;

import org.jspecify.annotations.NullMarked;
