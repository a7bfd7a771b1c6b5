package dev.hundi.wallet;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A wallet movement as merchants see it (docs/api-decisions.md, "Wallet"). All amounts
 * are paise.
 *
 * @param sequence contiguous per wallet from 1
 * @param totalPaise amount, commission and GST: the change of the balance
 * @param payoutId the payout debited or reversed, or null
 * @param utr the bank's reference of the payout or of the top-up, or null
 * @param metadata a JSON object: beneficiary and rail of a payout, UTR of a top-up
 * @param createdAt UTC
 */
public record Movement(UUID movementId, long sequence, Type type, Direction direction, long amountPaise,
		long commissionPaise, long gstPaise, long totalPaise, long balanceBeforePaise, long balanceAfterPaise,
		@Nullable UUID payoutId, @Nullable String transactionId, @Nullable String merchantReferenceId,
		@Nullable String utr, String description, String metadata, Instant createdAt) {

	public enum Type {

		/** Money arrived. */
		TOPUP(""),

		/** A payout was debited. */
		PAYOUT_DEBIT("Payout "),

		/** A payout failed or was returned. */
		PAYOUT_REVERSAL("Reversal of payout "),

		/** An operator corrected the balance. */
		ADJUSTMENT("");

		private final String describedAs;

		Type(String describedAs) {
			this.describedAs = describedAs;
		}

		/** The prefix of the transaction id in the description of a payout's movement. */
		String describedAs() {
			return this.describedAs;
		}

	}

	public enum Direction {

		CREDIT, DEBIT

	}

}
