/**
 * The operators' console: what waits for a person of the staff (manual reviews, stuck
 * payouts, proposed days of the bank calendar), what does not work (banks, webhook
 * endpoints, exports, jobs, dead letters), and the acts about it. Every act needs a
 * reason and is audited in its transaction. Reads the tables of the money kernel and
 * changes them only through the classes of schema; asks other processes by
 * {@code operator_request}. Owns no table and no topic.
 */
@NullMarked
package dev.hundi.portal.console;

import org.jspecify.annotations.NullMarked;
