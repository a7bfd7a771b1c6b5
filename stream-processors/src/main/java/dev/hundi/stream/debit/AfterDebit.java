package dev.hundi.stream.debit;

import java.util.List;

import dev.hundi.bank.ClaimedOrder;
import dev.hundi.bank.PayoutKey;
import dev.hundi.wallet.FirstClaims;

/**
 * Dispatches payouts as soon as their debit is committed, before their messages arrive.
 */
@FunctionalInterface
public interface AfterDebit {

	/**
	 * Begins a debit.
	 * @param payouts the number of payouts of the transaction
	 */
	Group begin(int payouts);

	/** The payouts of one transaction that debits them. */
	interface Group extends FirstClaims, AutoCloseable {

		/**
		 * Sends the orders, and claims and sends the other payouts. Must not wait and
		 * must not throw: debits go on afterwards.
		 * @param payouts those of the committed transaction; some may not have been
		 * debited
		 * @param orders those that the transaction has claimed
		 */
		void debited(List<PayoutKey> payouts, List<ClaimedOrder> orders);

		/** Releases the capacity of banks that was reserved and not used. */
		@Override
		void close();

	}

}
