/**
 * Kafka as the processors see it: waiting for it at the start, its topics, and the one
 * way in for messages ({@link dev.hundi.stream.kafka.Consumers}), which no message can
 * block: one that cannot be used goes to its topic's dead-letter topic with the reason.
 * People may have such letters replayed. Owns no table; reads and writes {@code *.dlt}.
 */
@NullMarked
package dev.hundi.stream.kafka;

import org.jspecify.annotations.NullMarked;
