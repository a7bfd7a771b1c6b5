package dev.hundi.wallet;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A wallet movement as merchants are shown it (decisions, "Wallet"). All amounts are
 * paise.
 *
 * @param sequence contiguous per wallet from 1
 * @param totalPaise amount, commission and GST: what the balance changed by
 * @param payoutId the payout debited or reversed, or null
 * @param utr the bank's reference of the payout or of the top-up, or null
 * @param metadata a JSON object: of a payout its beneficiary and rail, of a top-up its
 * UTR
 * @param createdAt UTC
 */
public record Movement(UUID movementId, long sequence, Type type, Direction direction, long amountPaise,
		long commissionPaise, long gstPaise, long totalPaise, long balanceBeforePaise, long balanceAfterPaise,
		@Nullable UUID payoutId, @Nullable String transactionId, @Nullable String merchantReferenceId,
		@Nullable String utr, String description, String metadata, Instant createdAt) {

	/** Why the balance changed. */
	public enum Type {

		/** Money arrived. */
		TOPUP(""),

		/** A payout was debited. */
		PAYOUT_DEBIT("Payout "),

		/** A payout failed or came back. */
		PAYOUT_REVERSAL("Reversal of payout "),

		/** A person corrected the balance. */
		ADJUSTMENT("");

		private final String describedAs;

		Type(String describedAs) {
			this.describedAs = describedAs;
		}

		/**
		 * What stands before the transaction id in the description of a payout's
		 * movement.
		 */
		String describedAs() {
			return this.describedAs;
		}

	}

	/** Which way the balance went. */
	public enum Direction {

		CREDIT, DEBIT

	}

}
