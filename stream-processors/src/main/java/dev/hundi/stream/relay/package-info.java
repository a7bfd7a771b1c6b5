/**
 * The change stream: carries the committed rows of {@code payout_event} and
 * {@code beneficiary_event} to Kafka, each at least once and in order. Owns no table but
 * the replication slot, whose confirmed position is the only offset; writes every topic
 * in {@link dev.hundi.stream.message.Topics}. One copy works, picked by an advisory lock;
 * the others wait to take over.
 */
@NullMarked
package dev.hundi.stream.relay;

import org.jspecify.annotations.NullMarked;
