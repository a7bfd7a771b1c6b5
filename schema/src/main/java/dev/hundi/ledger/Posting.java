package dev.hundi.ledger;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

import dev.hundi.time.TimeOrderedIds;
import org.jspecify.annotations.Nullable;

/**
 * A ledger transaction with its entries, which sum to zero.
 *
 * @param kind such as {@code PAYOUT_SETTLEMENT}
 * @param businessCode of the business that it belongs to
 * @param reference external reference of a posting, or the transaction id of its payout
 * @param utr of its payout, or null
 * @param entries in their order
 */
public record Posting(UUID transactionId, String kind, String businessCode, String reference, @Nullable String utr,
		List<Entry> entries) {

	public Posting {
		entries = List.copyOf(entries);
		if (entries.isEmpty() || entries.stream().mapToLong(Entry::amountPaise).sum() != 0) {
			throw new UnbalancedLedgerException(
					"The entries of ledger transaction " + transactionId + " do not sum to zero");
		}
	}

	/** When its id was generated, which decides its day; UTC. */
	public Instant postedAt() {
		return TimeOrderedIds.timeOf(this.transactionId);
	}

	/**
	 * An entry.
	 *
	 * @param amountPaise signed: plus is a credit, minus a debit
	 */
	public record Entry(AccountName account, long amountPaise) {

		/** The debit, or 0 of a credit. */
		public long debitPaise() {
			return Math.max(0, -this.amountPaise);
		}

		/** The credit, or 0 of a debit. */
		public long creditPaise() {
			return Math.max(0, this.amountPaise);
		}

	}

}
