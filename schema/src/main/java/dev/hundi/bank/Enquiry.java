package dev.hundi.bank;

import java.time.Instant;

/**
 * A payout whose fate the bank is to be asked for.
 *
 * @param reference the reference it was sent under
 * @param acknowledged whether the bank has said before that it knows the reference
 * @param paid whether the payout is successful here and the question is whether the money
 * came back
 * @param enquiries enquiries made so far
 * @param notFound of these, the latest ones in a row that found no such reference
 * @param claimedAt when the attempt began
 */
public record Enquiry(Attempt attempt, String bank, String reference, boolean acknowledged, boolean paid, int enquiries,
		int notFound, Instant claimedAt) {
}
