/**
 * Clears away what has served its purpose: nonces of signed requests whose time window
 * has closed ({@code request_nonce}, written by the api) and the records of its own past
 * runs ({@code batch_*}). Reads and writes no topic.
 */
@NullMarked
package dev.hundi.batch.housekeeping;

import org.jspecify.annotations.NullMarked;
