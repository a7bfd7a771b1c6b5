/**
 * The change stream: publishes the committed rows of {@code payout_event} and
 * {@code beneficiary_event} to Kafka, in order and at least once. Owns no table but the
 * replication slot, whose confirmed position is the only offset; writes every topic of
 * {@link dev.hundi.stream.message.Topics}, and {@code stream_gap} through
 * {@link dev.hundi.sweep}. One instance leads, elected by an advisory lock; the others
 * wait to take over.
 */
@NullMarked
package dev.hundi.stream.relay;

import org.jspecify.annotations.NullMarked;
