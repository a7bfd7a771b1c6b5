/**
 * Indexes payouts for the merchants' search. Writes {@code payout_search} and
 * {@code search_progress} through the schema. Reads no topic, so that the search does not
 * depend on Kafka.
 */
@NullMarked
package dev.hundi.stream.search;

import org.jspecify.annotations.NullMarked;
