/**
 * Attempts at banks and their results. Owns {@code bank_attempt}, {@code bank_retry},
 * {@code bank_callback}, {@code bank_conflict}, {@code payout_utr}, {@code bank_health},
 * {@code bank_outage}, {@code bank_switch} and the {@code bank_file*} tables; settles the
 * payout, its postings and its wallet in the same SQL statement that records the bank's
 * answer. A doubt remains until the bank gives evidence. The statement that debits a
 * payout makes its first attempt ({@link dev.hundi.wallet.FirstClaims}).
 */
@NullMarked
package dev.hundi.bank;

import org.jspecify.annotations.NullMarked;
