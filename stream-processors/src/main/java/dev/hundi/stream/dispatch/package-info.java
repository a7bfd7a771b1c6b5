/**
 * Payments through banks: claim, call, record, and enquire while in doubt. Reads
 * {@code hundi.payout.debited.v1}; writes {@code bank_attempt} through
 * {@link dev.hundi.bank}, and reports the health of the banks in {@code bank_health} and
 * their outages in {@code bank_outage}. Also registers the beneficiaries of
 * {@code hundi.beneficiary.v1} with the banks, in {@code beneficiary_verification}. A
 * bank that does not answer may have paid, so silence is never treated as failure, and a
 * payout in doubt is never sent under another reference.
 */
@NullMarked
package dev.hundi.stream.dispatch;

import org.jspecify.annotations.NullMarked;
