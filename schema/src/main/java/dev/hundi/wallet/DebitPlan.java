package dev.hundi.wallet;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

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

	DebitOutcome outcome() {
		return new DebitOutcome(this.debits.size(), this.refused.size(), this.queued.size());
	}

	/** Fits payouts one after the other, oldest first. */
	static final class Fit {

		private final LockedWallet wallet;

		private final Instant now;

		private final Supplier<Optional<UUID>> oldestWaiting;

		private final List<Debit> debits = new ArrayList<>();

		private final List<DuePayout> refused = new ArrayList<>();

		private final List<UUID> queued = new ArrayList<>();

		private long balancePaise;

		private boolean begun;

		private Optional<UUID> waiting = Optional.empty();

		private boolean blocks;

		/**
		 * Begins without payouts.
		 * @param oldestWaiting the oldest payout, not among them, that later ones may not
		 * pass; asked for once, if there is a payout
		 */
		Fit(LockedWallet wallet, Instant now, Supplier<Optional<UUID>> oldestWaiting) {
			this.wallet = wallet;
			this.now = now;
			this.oldestWaiting = oldestWaiting;
			this.balancePaise = wallet.balancePaise;
		}

		/** Whether the payout is debited. */
		boolean add(DuePayout payout) {
			if (!this.begun) {
				this.begun = true;
				this.waiting = this.oldestWaiting.get();
			}
			this.blocks = this.blocks
					|| this.waiting.filter((older) -> older.compareTo(payout.payoutId) < 0).isPresent();
			if (!this.blocks && payout.totalPaise <= this.wallet.terms.rule().spendablePaise(this.balancePaise)) {
				this.debits
					.add(new Debit(payout, this.balancePaise, this.wallet.lastSequence + this.debits.size() + 1));
				this.balancePaise -= payout.totalPaise;
				return true;
			}
			if (this.wallet.terms.queues() && payout.waitsSince.plus(DebitWallets.LONGEST_WAIT).isAfter(this.now)) {
				this.queued.add(payout.payoutId);
				this.blocks = this.blocks || !payout.waitsSince.plus(DebitWallets.PATIENCE).isAfter(this.now);
			}
			else {
				this.refused.add(payout);
			}
			return false;
		}

		DebitPlan plan() {
			return new DebitPlan(this.wallet, this.debits, this.refused, this.queued, this.blocks, this.balancePaise);
		}

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
