package dev.hundi.testing;

import dev.hundi.bank.PayoutKey;
import dev.hundi.bank.RecordOutcome;
import dev.hundi.bank.SettlePayout;

/** Refunds Successful payouts as two people do whose bank never paid them. */
public final class NeverPaid {

	private NeverPaid() {
	}

	/**
	 * Records what the approval records of a payout, without the postings of suspense.
	 */
	public static RecordOutcome refund(TestDatabase database, SettlePayout settle, PayoutKey payout) {
		WithoutTriggers.run(database.dataSource(),
				(session) -> session
					.sql("""
							INSERT INTO reconciliation_reversal (counter_transaction_id, root_transaction_id, reversed_transaction_id, business_id,
							                                     payout_id, resolution_id, restored_transaction_id, unpaid_resolution_id)
							VALUES (uuidv7(), uuidv7(), uuidv7(), :business, :payout, 1, uuidv7(), 2)
							""")
					.param("business", payout.businessId())
					.param("payout", payout.payoutId())
					.update());
		return settle.neverPaid(payout);
	}

}
