/**
 * Keeps the merchants' search of payouts quick: carries payouts into the search index
 * behind the accepts. Writes {@code payout_search} and {@code search_progress} through
 * the schema; reads no topic, because a search must never wait for Kafka.
 */
@NullMarked
package dev.hundi.stream.search;

import org.jspecify.annotations.NullMarked;
