/**
 * What people have done about dead letters. The letters themselves stay in Kafka, in the
 * {@code *.dlt} topics; owns the table {@code dead_letter_replay}.
 */
@NullMarked
package dev.hundi.stream.deadletter;

import org.jspecify.annotations.NullMarked;
