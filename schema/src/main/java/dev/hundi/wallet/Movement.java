package dev.hundi.wallet;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/**
 * A wallet movement as merchants see it (docs/api-decisions.md, "Wallet").
 *
 * @param sequence contiguous per wallet from 1
 * @param metadata a JSON object: beneficiary and rail of a payout, UTR of a top-up
 * @param createdAt UTC
 */
public record Movement(UUID movementId, long sequence, Type type, Direction direction, Amounts amounts, Origin origin,
		String description, String metadata, Instant createdAt) {

	/**
	 * Amounts in paise.
	 *
	 * @param totalPaise amount, commission and GST: the change of the balance
	 */
	public record Amounts(long amountPaise, long commissionPaise, long gstPaise, long totalPaise,
			long balanceBeforePaise, long balanceAfterPaise) {
	}

	/**
	 * What moved the money.
	 *
	 * @param payoutId the payout debited or reversed, or null
	 * @param utr the bank's reference of the payout or of the top-up, or null
	 */
	public record Origin(@Nullable UUID payoutId, @Nullable String transactionId, @Nullable String merchantReferenceId,
			@Nullable String utr) {
	}

	public enum Type {

		/** Money arrived. */
		TOPUP(""),

		/** A payout was debited. */
		PAYOUT_DEBIT("Payout "),

		/** A payout failed or was returned. */
		PAYOUT_REVERSAL("Reversal of payout "),

		/** Two people corrected the balance. */
		ADJUSTMENT(""),

		/** A bank reported the holder's name of a beneficiary. */
		VERIFICATION_FEE("");

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

	public long amountPaise() {
		return this.amounts.amountPaise;
	}

	public long commissionPaise() {
		return this.amounts.commissionPaise;
	}

	public long gstPaise() {
		return this.amounts.gstPaise;
	}

	public long totalPaise() {
		return this.amounts.totalPaise;
	}

	public long balanceBeforePaise() {
		return this.amounts.balanceBeforePaise;
	}

	public long balanceAfterPaise() {
		return this.amounts.balanceAfterPaise;
	}

	public @Nullable UUID payoutId() {
		return this.origin.payoutId;
	}

	public @Nullable String transactionId() {
		return this.origin.transactionId;
	}

	public @Nullable String merchantReferenceId() {
		return this.origin.merchantReferenceId;
	}

	public @Nullable String utr() {
		return this.origin.utr;
	}

}
