package dev.hundi.wallet;

import java.time.Duration;
import java.util.Map;

import dev.hundi.bank.PayoutKey;
import dev.hundi.payout.Rail;

/**
 * Chooses banks for payouts that are about to be debited, so that the statement that
 * debits them also claims them: one transaction and one change of the payout instead of
 * two.
 */
public interface FirstClaims {

	/** Leaves every payout to a claim after its debit. */
	FirstClaims NONE = new FirstClaims() {

		@Override
		public Map<PayoutKey, String> banks(Map<PayoutKey, Rail> payouts) {
			return Map.of();
		}

		@Override
		public Map<PayoutKey, String> banksOfRows(Map<PayoutKey, Rail> rows) {
			return Map.of();
		}

		@Override
		public Duration lease() {
			return Duration.ZERO;
		}

	};

	/**
	 * Reserves capacity of banks. Called once in a transaction, while wallets are locked,
	 * so it must not wait. The transaction may fail afterwards.
	 * @param payouts oldest first; none of a bulk file
	 * @return names of banks; payouts without one are debited only
	 */
	Map<PayoutKey, String> banks(Map<PayoutKey, Rail> payouts);

	/**
	 * The same for rows of bulk files, after {@link #banks}. Leaves capacity to payouts
	 * of the API that arrive next.
	 */
	Map<PayoutKey, String> banksOfRows(Map<PayoutKey, Rail> rows);

	/** How long the claims are held, as in {@link dev.hundi.bank.BankAttempts#claim}. */
	Duration lease();

}
