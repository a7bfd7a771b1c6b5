/**
 * The operators' door: {@code /internal/**} on the port of health and metrics, for those
 * who have {@code hundi.operator.token}. Webhooks are looked up and redelivered here,
 * endpoints enabled and their secrets rotated, dead letters explained and replayed. Owns
 * no table, reads and writes no topic itself.
 */
@NullMarked
package dev.hundi.stream.operator;

import org.jspecify.annotations.NullMarked;
