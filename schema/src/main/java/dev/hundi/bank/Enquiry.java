package dev.hundi.bank;

import java.time.Instant;

/**
 * A due enquiry about a payout at its bank.
 *
 * @param reference the reference it was sent under
 * @param acknowledged whether the bank has acknowledged the reference before
 * @param paid whether the payout is successful and the enquiry is about a return
 * @param enquiries enquiries made so far
 * @param notFound the most recent consecutive enquiries that found no such reference
 * @param since when the attempt began, or the enquiries about the return
 * @param doubtedSince when the first attempt of the payout began that was enquired about
 */
public record Enquiry(Attempt attempt, String bank, String reference, boolean acknowledged, boolean paid, int enquiries,
		int notFound, Instant since, Instant doubtedSince) {
}
