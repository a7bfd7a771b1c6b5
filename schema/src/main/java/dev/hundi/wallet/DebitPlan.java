package dev.hundi.wallet;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import dev.hundi.bank.PayoutKey;
import dev.hundi.payout.Rail;
import dev.hundi.time.Timestamps;
import dev.hundi.wallet.WalletQueues.Terms;

/**
 * Which payouts of a business fit, each against the balance that its predecessors leave.
 *
 * @param queued left in status 3
 * @param blocks whether one of the queued may not be passed by later ones
 */
record DebitPlan(LockedWallet wallet, List<Debit> debits, List<DuePayout> refused, List<UUID> queued, boolean blocks,
		long balanceAfterPaise) {

	/**
	 * Fits payouts, oldest first.
	 * @param blocked whether an older payout that is not among them may not be passed
	 */
	static DebitPlan fit(LockedWallet wallet, List<DuePayout> due, Instant now, boolean blocked) {
		List<Debit> debits = new ArrayList<>();
		List<DuePayout> refused = new ArrayList<>();
		List<UUID> queued = new ArrayList<>();
		long balancePaise = wallet.balancePaise;
		boolean blocks = blocked;
		for (DuePayout payout : due) {
			if (!blocks && payout.totalPaise <= wallet.terms.rule().spendablePaise(balancePaise)) {
				debits.add(new Debit(payout, balancePaise, wallet.lastSequence + debits.size() + 1));
				balancePaise -= payout.totalPaise;
			}
			else if (wallet.terms.queues() && payout.waitsSince.plus(DebitWallets.LONGEST_WAIT).isAfter(now)) {
				queued.add(payout.payoutId);
				blocks = blocks || !payout.waitsSince.plus(DebitWallets.PATIENCE).isAfter(now);
			}
			else {
				refused.add(payout);
			}
		}
		return new DebitPlan(wallet, debits, refused, queued, blocks, balancePaise);
	}

	DebitOutcome outcome() {
		return new DebitOutcome(this.debits.size(), this.refused.size(), this.queued.size());
	}

	/** The locked wallet with the terms of its business. */
	record LockedWallet(UUID businessId, long balancePaise, long lastSequence, long debitsPaise, boolean hasRules,
			Terms terms) {

		static LockedWallet read(ResultSet row, int number) throws SQLException {
			return new LockedWallet(row.getObject("business_id", UUID.class), row.getLong("balance_paise"),
					row.getLong("last_sequence"), row.getLong("debits"), row.getBoolean("has_rules"),
					new Terms(row.getLong("credit_count"),
							new BalanceRule(row.getBigDecimal("reserve_percent"), row.getLong("min_balance_paise")),
							row.getBoolean("queue_if_low_balance")));
		}

	}

	/**
	 * A payout in status 3.
	 *
	 * @param isOfFile whether it is a row of a bulk file
	 */
	record DuePayout(UUID businessId, UUID payoutId, long totalPaise, Rail rail, boolean isOfFile, Instant waitsSince) {

		static DuePayout read(ResultSet row, int number) throws SQLException {
			return new DuePayout(row.getObject("business_id", UUID.class), row.getObject("payout_id", UUID.class),
					row.getLong("total_debit_paise"), Rail.stored(row.getString("rail")), row.getBoolean("is_of_file"),
					Timestamps.instant(row, "waits_since"));
		}

		PayoutKey key() {
			return new PayoutKey(this.businessId, this.payoutId);
		}

	}

	record Debit(DuePayout payout, long balanceBeforePaise, long sequence) {
	}

}
