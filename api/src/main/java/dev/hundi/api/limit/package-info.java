/**
 * Rate limits per business and kind of request over all copies, taken in blocks from
 * {@code rate_allowance} through the schema's store, and of failed requests per address
 * in the memory of this process. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.api.limit;

import org.jspecify.annotations.NullMarked;
