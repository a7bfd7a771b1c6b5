/**
 * Rate limits per key and kind of request, counted in the memory of this process. Owns no
 * table and no topic.
 */
@NullMarked
package dev.hundi.api.limit;

import org.jspecify.annotations.NullMarked;
