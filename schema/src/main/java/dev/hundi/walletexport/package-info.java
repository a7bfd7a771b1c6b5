/**
 * Files of wallet movements: requested by a business or due at the end of a month,
 * written by batch-jobs, kept for some days. Owns {@code wallet_export} and
 * {@code monthly_export}; wakes the applications by {@code NOTIFY}; uses no topic.
 */
@NullMarked
package dev.hundi.walletexport;

import org.jspecify.annotations.NullMarked;
