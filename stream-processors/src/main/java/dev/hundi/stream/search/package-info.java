/**
 * Indexes payouts for the merchants' search. Writes {@code payout_search},
 * {@code search_bucket}, {@code search_slice} and {@code search_progress} through the
 * schema. Reads no topic, so that the search does not depend on Kafka.
 */
@NullMarked
package dev.hundi.stream.search;

import org.jspecify.annotations.NullMarked;
