package dev.hundi.reconciliation;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

import dev.hundi.bank.PayoutKey;
import dev.hundi.wallet.ReversePosting;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Counter-postings for the postings of withdrawn statements. A top-up, settlement or
 * refund has its posting once, so a later statement that proves it again restores it by
 * another posting.
 */
final class Reversals {

	/**
	 * SQL: whether a posting {@code %1$s} restored a reversed one by the resolution
	 * {@code %2$s} of two people.
	 */
	static final String RESTORED_BY = """
			EXISTS (SELECT FROM reconciliation_reversal v
			          JOIN reconciliation_late_entry late ON late.transaction_id = v.restored_transaction_id
			         WHERE v.restored_transaction_id = %1$s AND late.resolution_id = %2$s)""";

	private final JdbcClient jdbc;

	private final ReversePosting reverse;

	private final BorneCredits credits;

	Reversals(JdbcClient jdbc, ReversePosting reverse, BorneCredits credits) {
		this.jdbc = jdbc;
		this.reverse = reverse;
		this.credits = credits;
	}

	/**
	 * Posts the opposite of a posting.
	 * @param toSuspense debits suspense if the wallet does not cover it
	 * @throws IllegalStateException if the wallet does not cover it
	 */
	Matches.Entry reverse(long resolutionId, Matches.Entry posted, boolean toSuspense) {
		String why = "Reversal: the bank statement of this posting was withdrawn, resolution " + resolutionId;
		Matches.Entry counter = post(posted, false, why)
			.or(() -> toSuspense ? post(posted, true, why) : Optional.empty())
			.orElseThrow(
					() -> new IllegalStateException(("The wallet of business %s does not cover the reversal of ledger"
							+ " transaction %s; top it up, or request the withdrawal with uncoveredToSuspense")
						.formatted(posted.businessId(), posted.transactionId())));
		record(resolutionId, posted, counter);
		return counter;
	}

	/**
	 * Posts the opposite of what restored a reversed posting, because two people revoke
	 * it: suspense bears the reversal again, and the wallet loses only what it got.
	 * @return empty if the posting restored nothing
	 * @throws IllegalStateException if the wallet does not cover it
	 */
	Optional<Matches.Entry> revokeRestored(long resolutionId, Matches.Entry posted) {
		if (!this.jdbc
			.sql("SELECT EXISTS (SELECT FROM reconciliation_reversal WHERE restored_transaction_id = :restored)")
			.param("restored", posted.transactionId())
			.query(Boolean.class)
			.single()) {
			return Optional.empty();
		}
		Matches.Entry counter = post(posted, false, "Reversal: the adjustment was revoked, resolution " + resolutionId)
			.orElseThrow(() -> new IllegalStateException(
					"The wallet of business %s does not cover the reversal of ledger transaction %s; approve it again when it does"
						.formatted(posted.businessId(), posted.transactionId())));
		record(resolutionId, posted, counter);
		return Optional.of(counter);
	}

	private void record(long resolutionId, Matches.Entry posted, Matches.Entry counter) {
		this.jdbc
			.sql("""
					INSERT INTO reconciliation_reversal (counter_transaction_id, root_transaction_id, reversed_transaction_id, business_id,
					                                     payout_id, resolution_id)
					SELECT :counter, coalesce(v.root_transaction_id, t.transaction_id), t.transaction_id, t.business_id,
					       coalesce(v.payout_id, t.payout_id), :resolutionId
					  FROM ledger_transaction t
					  LEFT JOIN reconciliation_reversal v ON v.restored_transaction_id = t.transaction_id
					 WHERE t.business_id = :business AND t.transaction_id = :reversed
					""")
			.param("counter", counter.transactionId())
			.param("reversed", posted.transactionId())
			.param("business", posted.businessId())
			.param("resolutionId", resolutionId)
			.update();
	}

	/** The counter-posting of a posting that no statement has proved again. */
	Optional<UUID> open(Matches.Entry posted) {
		return this.jdbc.sql("""
				SELECT counter_transaction_id FROM reconciliation_reversal
				 WHERE root_transaction_id = :root AND restored_transaction_id IS NULL
				""").param("root", posted.transactionId()).query(UUID.class).optional();
	}

	/**
	 * The reversed postings of breaks that no statement has proved again, in the order in
	 * which wallets are locked.
	 */
	List<Matches.Entry> ofBreaks(List<Long> breakIds) {
		return this.jdbc
			.sql("""
					SELECT v.business_id, v.root_transaction_id
					  FROM reconciliation_break b
					  JOIN reconciliation_reversal v ON b.break_key = 'reversed:' || v.root_transaction_id AND v.restored_transaction_id IS NULL
					 WHERE b.break_id = ANY (:breaks)
					 ORDER BY v.business_id, v.root_transaction_id
					""")
			.param("breaks", breakIds.toArray(Long[]::new))
			.query((row, number) -> new Matches.Entry(row.getObject(1, UUID.class), row.getObject(2, UUID.class)))
			.list();
	}

	/**
	 * What a match by two people has restored, beside the posting of its resolution, in
	 * the order in which wallets are locked.
	 */
	List<Matches.Entry> restoredBy(long matchId) {
		return this.jdbc
			.sql("""
					SELECT m.business_id, m.transaction_id
					  FROM reconciliation_match_item m
					  JOIN reconciliation_resolution made ON made.resolution_id = m.resolution_id
					 WHERE m.match_id = :match AND m.rule = 'BY_HAND' AND made.transaction_id IS DISTINCT FROM m.transaction_id AND %s
					 ORDER BY m.business_id, m.transaction_id
					"""
				.formatted(RESTORED_BY.formatted("m.transaction_id", "made.resolution_id")))
			.param("match", matchId)
			.query((row, number) -> new Matches.Entry(row.getObject(1, UUID.class), row.getObject(2, UUID.class)))
			.list();
	}

	/**
	 * Reverses a counter-posting, because a statement proves the posting again.
	 * @param counter as of {@link #open}
	 */
	Matches.Entry restore(Matches.Entry posted, UUID counter) {
		return restore(posted, counter, "Restored: another bank statement shows this posting");
	}

	/**
	 * The same with another description of the movement. If it is the refund of a return
	 * that two people have credited, it ends their credit.
	 * @throws IllegalStateException as of {@link BorneCredits#end}
	 */
	Matches.Entry restore(Matches.Entry posted, UUID counter, String why) {
		Matches.Entry restored = opposite(posted, counter, why);
		this.credits.restored(counter, restored);
		refunded(posted).ifPresent(this.credits::end);
		return restored;
	}

	/**
	 * Reverses the counter-posting of a settlement, because a resolution refunds the
	 * payout.
	 * @param counter as of {@link #open}
	 */
	Matches.Entry restoreUnpaid(Matches.Entry settlement, UUID counter, long resolutionId) {
		Matches.Entry restored = opposite(settlement, counter, "Restored: the bank had not paid the payout");
		this.jdbc
			.sql("""
					UPDATE reconciliation_reversal SET restored_transaction_id = :restored, unpaid_resolution_id = :resolution
					 WHERE counter_transaction_id = :counter
					""")
			.param("restored", restored.transactionId())
			.param("resolution", resolutionId)
			.param("counter", counter)
			.update();
		return restored;
	}

	/** The payout that a posting refunds. */
	private Optional<PayoutKey> refunded(Matches.Entry posted) {
		return this.jdbc.sql("""
				SELECT payout_id FROM ledger_transaction
				 WHERE business_id = :business AND transaction_id = :transaction AND kind = 'PAYOUT_REVERSAL'
				""")
			.param("business", posted.businessId())
			.param("transaction", posted.transactionId())
			.query(UUID.class)
			.optional()
			.map((payoutId) -> new PayoutKey(posted.businessId(), payoutId));
	}

	private Matches.Entry opposite(Matches.Entry posted, UUID counter, String why) {
		return post(new Matches.Entry(posted.businessId(), counter), false, why)
			.orElseThrow(() -> new IllegalStateException(
					"The wallet of business %s does not cover ledger transaction %s; approve it again when it does"
						.formatted(posted.businessId(), counter)));
	}

	private Optional<Matches.Entry> post(Matches.Entry posted, boolean walletToSuspense, String why) {
		return this.reverse.reverse(posted.businessId(), posted.transactionId(), walletToSuspense, why)
			.map(BorneCredits::entry);
	}

}
