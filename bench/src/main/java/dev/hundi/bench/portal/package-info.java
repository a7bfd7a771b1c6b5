/**
 * Pages of the portals for a business with a long history and for finance with many
 * breaks. Reads and writes no topic.
 */
@NullMarked
package dev.hundi.bench.portal;

import org.jspecify.annotations.NullMarked;
