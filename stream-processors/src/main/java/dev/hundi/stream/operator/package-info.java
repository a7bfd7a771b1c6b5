/**
 * The operators' API: {@code /internal/**} on the port of health and metrics,
 * authenticated by {@code hundi.operator.token}. Operators list and redeliver webhooks,
 * enable endpoints and rotate their secrets, list and replay dead letters, and settle
 * manual reviews. Owns no table; reads and writes no topic itself.
 */
@NullMarked
package dev.hundi.stream.operator;

import org.jspecify.annotations.NullMarked;
