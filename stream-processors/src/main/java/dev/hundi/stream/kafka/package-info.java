/**
 * Kafka clients, topics, consumers and dead letters. Messages that cannot be processed
 * are published to the dead-letter topic with the reason, so they do not block their
 * partition; operators can replay or discard them. Owns {@code dead_letter_replay} and
 * {@code dead_letter_discard}; reads and writes {@code *.dlt}.
 */
@NullMarked
package dev.hundi.stream.kafka;

import org.jspecify.annotations.NullMarked;
