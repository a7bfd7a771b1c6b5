/**
 * Payment through banks: claim, call, record, and enquire while in doubt. Reads
 * {@code hundi.payout.debited.v1}; works on {@code bank_attempt} through
 * {@link dev.hundi.bank}. Beneficiaries of {@code hundi.beneficiary.v1} are registered
 * with the same banks, in {@code beneficiary_verification}. A bank that does not answer
 * may have paid, so silence is never failure and never a reason to send under another
 * reference.
 */
@NullMarked
package dev.hundi.stream.dispatch;

import org.jspecify.annotations.NullMarked;
