package dev.hundi.bank;

import java.time.Duration;

/**
 * A due enquiry about a payout at its bank. Its ages are those of its claim, by the clock
 * of the database that stored their beginnings: by the clock of a copy that runs ahead,
 * an order would count as never sent while it can still arrive.
 *
 * @param reference the reference it was sent under
 * @param acknowledged whether the bank has acknowledged the reference before
 * @param paid whether the payout is successful and the enquiry is about a return
 * @param enquiries enquiries made so far
 * @param notFound the most recent consecutive enquiries that found no such reference
 * @param age since the attempt began, or the enquiries about the return
 * @param doubt since the first attempt of the payout began that was enquired about
 */
public record Enquiry(Attempt attempt, String bank, String reference, boolean acknowledged, boolean paid, int enquiries,
		int notFound, Duration age, Duration doubt) {
}
