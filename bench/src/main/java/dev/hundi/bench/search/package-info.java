/**
 * Searches and deep pages of a business with a million payouts.
 */
@NullMarked
package dev.hundi.bench.search;

import org.jspecify.annotations.NullMarked;
